// SPDX-License-Identifier: Apache-2.0
/** Device memory and textures of a program, and the faults of kernels that use them. */
package io.lockstep.program.memory;
