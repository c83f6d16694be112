// SPDX-License-Identifier: Apache-2.0
/** Lowering to machine instructions with control bits. */
package io.lockstep.device.nvidia.code;
