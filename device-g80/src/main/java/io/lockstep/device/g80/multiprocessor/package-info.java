// SPDX-License-Identifier: Apache-2.0
/** The streaming multiprocessor: warps, pipes, shared, constant and global memory. */
package io.lockstep.device.g80.multiprocessor;
