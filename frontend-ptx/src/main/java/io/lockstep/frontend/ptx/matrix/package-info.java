// SPDX-License-Identifier: Apache-2.0
/** Decoders of matrix instructions. */
package io.lockstep.frontend.ptx.matrix;
