// SPDX-License-Identifier: Apache-2.0
/** Coalescing, bank conflicts of the vector L1, and the address map. */
package io.lockstep.gcn.memory;
