# minitc_library(NAME sources... [LINK libs...] [DEPENDS tablegen-targets...] [PLAIN])
#
# A static library of the compiler. Unless it is PLAIN it is built without
# exceptions, as LLVM is, and with the shared precompiled header of MLIR.
function(minitc_library name)
  cmake_parse_arguments(ARG "PLAIN" "" "LINK;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
  if(NOT ARG_PLAIN)
    target_precompile_headers(${name} REUSE_FROM minitc_pch)
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# minitc_tablegen(TARGET file.td output generator-args... )  one output a call
macro(minitc_tablegen td)
  set(LLVM_TARGET_DEFINITIONS ${td})
  mlir_tablegen(${ARGN})
endmacro()
