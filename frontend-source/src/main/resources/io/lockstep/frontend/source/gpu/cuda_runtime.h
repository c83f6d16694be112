/* SPDX-License-Identifier: Apache-2.0 */
#include "lockstep_gpu.h"
