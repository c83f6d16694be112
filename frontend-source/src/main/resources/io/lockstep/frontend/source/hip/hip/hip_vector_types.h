/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors and dim3, which Lockstep's headers of device code declare. */
#ifndef LOCKSTEP_HIP_VECTOR_TYPES_H
#define LOCKSTEP_HIP_VECTOR_TYPES_H
#include "lockstep_hip.h"

#include "hip/lockstep_vectors.h"
#endif
