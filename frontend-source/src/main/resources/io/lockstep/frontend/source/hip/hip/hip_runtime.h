/* SPDX-License-Identifier: Apache-2.0 */
/* HIP's runtime and device functions. */
#ifndef LOCKSTEP_HIP_RUNTIME_H
#define LOCKSTEP_HIP_RUNTIME_H
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if __cplusplus >= 201103L
#include <thread> /* programs rely on it, and on what it brings */
#endif

#include "hip/hip_runtime_api.h"
#include "hip/lockstep_device.h"
#endif
