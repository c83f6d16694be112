# SPDX-License-Identifier: Apache-2.0
# find_package(hip): the compiler has headers and libraries by itself.
set(HIP_PLATFORM amd)
set(HIP_COMPILER clang)
set(HIP_RUNTIME rocclr)
set(hip_VERSION 6.3.0)
foreach(name host device amdhip64)
  if(NOT TARGET hip::${name})
    add_library(hip::${name} INTERFACE IMPORTED)
  endif()
endforeach()
set(hip_FOUND TRUE)
