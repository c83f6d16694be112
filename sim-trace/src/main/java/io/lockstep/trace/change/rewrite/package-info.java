// SPDX-License-Identifier: Apache-2.0
/** Rewrites of a recorded kernel or program, each a change that a programmer would try. */
package io.lockstep.trace.change.rewrite;
