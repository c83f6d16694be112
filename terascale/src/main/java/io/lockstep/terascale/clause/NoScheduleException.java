package io.lockstep.terascale.clause;

/**
 * Operations that no order of clauses can hold: a local read and the operation that takes its words
 * belong to one clause, but a value that was moved to scratch memory comes back between them.
 */
public final class NoScheduleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NoScheduleException(int phases) {
    super("no order of clauses holds these operations: more than " + phases + " phases");
  }
}
