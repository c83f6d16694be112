package io.lockstep.run;

import java.util.Locale;

/**
 * The category of a row in summaries: its status, and for a successful one whether it was verified.
 */
public enum Verdict {
  /** Simulated; the results are the expected ones. */
  VERIFIED("ok, verified"),
  /** Simulated; nothing was expected for these parameters, so the results were not compared. */
  NOT_VERIFIED("ok, not verified"),
  /** Simulated, but the results differ from the expected ones. */
  WRONG("wrong"),
  /** The device cannot run it. */
  REFUSED("refused"),
  /** No result. */
  FAILED("failed");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  /**
   * {@return how a row counts}
   *
   * @param status of the row
   * @param verified whether its results were the expected ones; null if nothing was expected
   */
  public static Verdict of(RunStatus status, Boolean verified) {
    return switch (status) {
      case OK -> Boolean.TRUE.equals(verified) ? VERIFIED : NOT_VERIFIED;
      case WRONG -> WRONG;
      case REFUSED -> REFUSED;
      case FAILED -> FAILED;
    };
  }

  /** {@return whether the row is good: simulated and not known to be wrong} */
  public boolean isOk() {
    return this == VERIFIED || this == NOT_VERIFIED;
  }

  /** {@return the words of tables} */
  public String words() {
    return words;
  }

  /** {@return as JSON and CSV name it, for example {@code not_verified}} */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
