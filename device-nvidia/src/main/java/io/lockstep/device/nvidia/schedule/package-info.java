// SPDX-License-Identifier: Apache-2.0
/** Order of instructions, registers, spill code and control bits. */
package io.lockstep.device.nvidia.schedule;
