# SPDX-License-Identifier: Apache-2.0
# What CMake's HIP language asks for: the compiler links Lockstep's host library by itself.
set(_CMAKE_HIP_DEVICE_RUNTIME_TARGET hip-lang::device)
if(NOT TARGET hip-lang::device)
  add_library(hip-lang::device INTERFACE IMPORTED)
endif()
set(hip-lang_FOUND TRUE)
