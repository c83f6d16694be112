// SPDX-License-Identifier: Apache-2.0
/** Decoders of accesses to memory: loads, atomics, copies, barriers in shared memory, textures. */
package io.lockstep.frontend.ptx.memory;
