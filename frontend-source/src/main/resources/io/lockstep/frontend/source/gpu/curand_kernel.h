/* SPDX-License-Identifier: Apache-2.0 */
/* Device functions of cuRAND: see lockstep_random.h. */
#ifndef LOCKSTEP_CURAND_KERNEL_H
#define LOCKSTEP_CURAND_KERNEL_H
#include "lockstep_gpu.h"

#define LOCKSTEP_RAND(name) curand##name
#define LOCKSTEP_SKIP(name) skipahead##name
#include "lockstep_random.h"
#endif
