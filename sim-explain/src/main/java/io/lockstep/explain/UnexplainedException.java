package io.lockstep.explain;

/** Why there is no explanation, in one line. */
public final class UnexplainedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The kind of problem. */
  public enum Why {
    /** The devices have no common explanation, or one of them cannot run the workload. */
    REFUSED,
    /** A simulation failed. */
    FAILED,
    /** The time limit was exceeded. */
    TIME
  }

  private final Why why;

  /**
   * Creates an exception.
   *
   * @param why the kind of problem
   * @param message what happened, in one line
   */
  public UnexplainedException(Why why, String message) {
    super(message);
    this.why = why;
  }

  /** {@return the kind of problem} */
  public Why why() {
    return why;
  }
}
