// SPDX-License-Identifier: Apache-2.0
/** Lowers portable kernels to clauses: legalisation, dead-code elimination, register allocation. */
package io.lockstep.terascale.lowering;
