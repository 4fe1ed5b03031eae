# Fails unless LIBRARY exports the functions that HEADER declares and no other
# symbol, and needs no C++ runtime of its host. Run as
#   cmake -DNM=... -DREADELF=... -DLIBRARY=... -DHEADER=... -P CheckExports.cmake
execute_process(COMMAND ${NM} -D --defined-only --format=just-symbols ${LIBRARY}
  OUTPUT_VARIABLE exported COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" exported "${exported}")
list(SORT exported)

file(READ ${HEADER} text)
string(REGEX MATCHALL "minitc[A-Za-z_]+\\(" declared "${text}")
list(TRANSFORM declared REPLACE "\\($" "")
list(REMOVE_DUPLICATES declared)
set(functions)
foreach(name IN LISTS declared)
  # Mentions in comments are of the same functions.
  list(APPEND functions ${name})
endforeach()
list(SORT functions)

if(NOT exported STREQUAL functions)
  message(FATAL_ERROR "expected the exports ${functions}, but got ${exported}")
endif()

execute_process(COMMAND ${READELF} -d ${LIBRARY}
  OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
if(dynamic MATCHES "libstdc\\+\\+|libgcc_s|libLLVM|libMLIR|libcuda")
  message(FATAL_ERROR "expected a library that brings its C++ runtime and "
    "LLVM, but got ${dynamic}")
endif()
