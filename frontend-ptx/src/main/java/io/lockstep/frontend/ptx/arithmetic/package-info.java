// SPDX-License-Identifier: Apache-2.0
/** Decoders of arithmetic, conversions and moves. */
package io.lockstep.frontend.ptx.arithmetic;
