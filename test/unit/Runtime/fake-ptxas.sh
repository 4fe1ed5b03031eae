#!/bin/sh
# An assembler for tests: makes the fake driver's cubin, and reports spills.
while [ $# -gt 0 ]; do
  case $1 in
    -o) shift; output=$1 ;;
    -*) ;;
    *) input=$1 ;;
  esac
  shift
done
{ echo "fake cubin"; cat "$input"; } > "$output"
kernel=$(sed -n 's/.*\.entry \([a-z]*\)(.*/\1/p' "$input")
cat <<REPORT
ptxas info    : Compiling entry function '$kernel' for 'sm_90a'
ptxas info    : Function properties for $kernel
    8 bytes stack frame, 24 bytes spill stores, 32 bytes spill loads
ptxas info    : Used 40 registers, used 0 barriers, 8 bytes cumulative stack size
REPORT
