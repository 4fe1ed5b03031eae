# Writes a header with one hash over the sources of the compiler.
file(GLOB_RECURSE sources RELATIVE ${ROOT}
  ${ROOT}/lib/*.cpp ${ROOT}/lib/*.h ${ROOT}/include/*.h ${ROOT}/include/*.td)
list(SORT sources)
set(all "")
foreach(source ${sources})
  file(SHA1 ${ROOT}/${source} hash)
  string(APPEND all "${source} ${hash}\n")
endforeach()
string(SHA1 hash "${all}")
file(WRITE ${OUTPUT} "#define MINITC_SOURCE_HASH \"${hash}\"\n")
