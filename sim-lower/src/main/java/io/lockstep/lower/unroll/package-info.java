// SPDX-License-Identifier: Apache-2.0
/** Loops whose body is repeated, and recorded paths through them. */
package io.lockstep.lower.unroll;
