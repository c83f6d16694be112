/** Clauses: dependences, clause formation, control-flow stack. */
package io.lockstep.terascale.clause;
