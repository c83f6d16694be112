// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.experiment;

/** Signals that no explanation is possible; the message states the reason in one line. */
public final class UnexplainedException extends RuntimeException {
  public enum Why {
    /** The devices cannot be compared, or one of them cannot run the workload. */
    REFUSED,
    FAILED,
    TIME
  }

  private final Why why;

  public UnexplainedException(Why why, String message) {
    super(message);
    this.why = why;
  }

  public Why why() {
    return why;
  }
}
