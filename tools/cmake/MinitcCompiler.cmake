# Compiler and linker set-up shared by every target.

find_program(MINITC_CCACHE ccache)
if(MINITC_CCACHE)
  # ccache accepts a precompiled header only with these two laxities.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros ${MINITC_CCACHE})
endif()

find_program(MINITC_LLD NAMES ld.lld-22 ld.lld
             HINTS /usr/lib/llvm-22/bin)
if(MINITC_LLD)
  # The compiler driver runs the `ld.lld` of a directory, whatever version that
  # is: name the directory that the one found lives in.
  file(REAL_PATH ${MINITC_LLD} MINITC_LLD_FILE)
  get_filename_component(MINITC_LLD_DIR ${MINITC_LLD_FILE} DIRECTORY)
  add_link_options(-fuse-ld=lld -B${MINITC_LLD_DIR})
endif()
add_link_options(-Wl,--gc-sections -Wl,--as-needed)

add_compile_options(-Wall -Wextra -Wno-unused-parameter
                    -ffunction-sections -fdata-sections)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # LLVM's ArrayRef is meant to borrow from an initializer list.
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-init-list-lifetime>
                      $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
endif()
