package io.lockstep.terascale.clause;

/**
 * No order of clauses satisfies the dependences: a spilled value would be fetched between a local
 * read and the pop of its words.
 */
public final class NoScheduleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoScheduleException(int phases) {
    super("no order of clauses holds these operations: more than " + phases + " phases");
  }
}
