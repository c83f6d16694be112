/* SPDX-License-Identifier: Apache-2.0 */
/* Part of HIP's runtime header. */
#include "hip/hip_runtime.h"
