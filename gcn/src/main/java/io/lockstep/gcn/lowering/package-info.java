// SPDX-License-Identifier: Apache-2.0
/** Lowers portable kernels to GCN-style machine code. */
package io.lockstep.gcn.lowering;
