// SPDX-License-Identifier: Apache-2.0
/** Types of values and modifiers of instructions: address spaces, comparisons, orders. */
package io.lockstep.kernel.type;
