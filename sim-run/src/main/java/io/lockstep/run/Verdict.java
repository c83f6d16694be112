// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import java.util.Locale;

/** The category of a row in summaries: its status and whether its result was verified. */
public enum Verdict {
  /** Simulated; the results are as expected. */
  VERIFIED("ok, verified"),
  /** Simulated; nothing is expected for these parameters. */
  NOT_VERIFIED("ok, not verified"),
  /** Simulated, but the results differ from the expected results. */
  WRONG("wrong"),
  REFUSED("refused"),
  FAILED("failed");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  /**
   * @param verified whether the results are as expected; null if nothing is expected
   */
  public static Verdict of(RunStatus status, Boolean verified) {
    return switch (status) {
      case OK -> Boolean.TRUE.equals(verified) ? VERIFIED : NOT_VERIFIED;
      case WRONG -> WRONG;
      case REFUSED -> REFUSED;
      case FAILED -> FAILED;
    };
  }

  /** {@return whether the row was simulated and is not known to be wrong} */
  public boolean isOk() {
    return this == VERIFIED || this == NOT_VERIFIED;
  }

  public String words() {
    return words;
  }

  /** {@return the name in JSON and CSV, for example {@code not_verified}} */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
