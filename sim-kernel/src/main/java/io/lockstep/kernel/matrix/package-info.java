// SPDX-License-Identifier: Apache-2.0
/** Shapes of matrix instructions: how the elements of tiles lie in the registers of lanes. */
package io.lockstep.kernel.matrix;
