# SPDX-License-Identifier: Apache-2.0
# CMake's HIP language by lockstep hipcc: cmake -DCMAKE_TOOLCHAIN_FILE=THIS_FILE …
set(CMAKE_HIP_COMPILER ${CMAKE_CURRENT_LIST_DIR}/bin/lockstep-clang++)
set(CMAKE_HIP_COMPILER_ROCM_ROOT ${CMAKE_CURRENT_LIST_DIR})
set(CMAKE_HIP_PLATFORM amd)
# The code is for all processors; the name is one that projects know.
set(CMAKE_HIP_ARCHITECTURES gfx90a CACHE STRING "HIP architectures")
list(APPEND CMAKE_PREFIX_PATH ${CMAKE_CURRENT_LIST_DIR})
