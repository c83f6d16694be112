// SPDX-License-Identifier: Apache-2.0
/** Clauses: dependences, scheduling, control-flow stack. */
package io.lockstep.terascale.clause;
