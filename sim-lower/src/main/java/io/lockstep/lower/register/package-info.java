// SPDX-License-Identifier: Apache-2.0
/** Register pressure, choice of values to spill, and assignment of registers. */
package io.lockstep.lower.register;
