# Finds LLVM and MLIR and makes every use of them static.
#
# Debian's imported targets name the LLVM shared library in their link
# interface. A program on the shared libraries starts in 40 to 100 ms, the same
# program linked statically in about 5 ms, so the shared library is removed
# from every imported target and LLVM's components are linked by name.

if(NOT MLIR_DIR AND EXISTS /usr/lib/llvm-22/lib/cmake/mlir)
  set(MLIR_DIR /usr/lib/llvm-22/lib/cmake/mlir)
endif()
find_package(MLIR 22.1 REQUIRED CONFIG)
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
add_definitions(${LLVM_DEFINITIONS})

get_property(imported DIRECTORY PROPERTY IMPORTED_TARGETS)
foreach(target ${imported})
  get_target_property(links ${target} INTERFACE_LINK_LIBRARIES)
  if(links)
    list(REMOVE_ITEM links LLVM MLIR)
    set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES
                          "${links}")
  endif()
endforeach()

llvm_map_components_to_libnames(MINITC_LLVM_LIBS
  NVPTXCodeGen NVPTXDesc NVPTXInfo passes core support target
  frontendopenmp frontendoffloading asmparser bitreader linker ipo)
