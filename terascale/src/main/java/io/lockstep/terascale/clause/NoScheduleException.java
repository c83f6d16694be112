// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

/**
 * Signals that no order of clauses satisfies the dependences: a local read and the operation that
 * pops its words must share a clause, but a spilled value would have to be fetched in between.
 */
public final class NoScheduleException extends RuntimeException {
  NoScheduleException(int phases) {
    super("no order of clauses holds these operations: more than " + phases + " phases");
  }
}
