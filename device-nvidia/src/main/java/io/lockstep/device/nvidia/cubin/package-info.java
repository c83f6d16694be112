// SPDX-License-Identifier: Apache-2.0
/** Machine code that NVIDIA's own assembler makes of a portable kernel, read from its cubin. */
package io.lockstep.device.nvidia.cubin;
