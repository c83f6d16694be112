/* SPDX-License-Identifier: Apache-2.0 */
/* Included before every CUDA C++ text, as by nvcc. */
#ifndef LOCKSTEP_CUDA_RUNTIME_H
#define LOCKSTEP_CUDA_RUNTIME_H
#include "lockstep_gpu.h"
#include "lockstep_host.h"
#endif
