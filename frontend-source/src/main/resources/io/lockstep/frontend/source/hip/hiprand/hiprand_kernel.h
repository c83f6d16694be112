/* SPDX-License-Identifier: Apache-2.0 */
/* Device functions of hipRAND: see lockstep_random.h. */
#ifndef LOCKSTEP_HIPRAND_KERNEL_H
#define LOCKSTEP_HIPRAND_KERNEL_H
#include "hip/hip_runtime.h"
#include "hiprand/hiprand.h"

#define LOCKSTEP_RAND(name) hiprand##name
#define LOCKSTEP_SKIP(name) skipahead##name
#include "lockstep_random.h"
#endif
