/** Clauses: dependences, scheduling, control-flow stack. */
package io.lockstep.terascale.clause;
