// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import java.util.Locale;

/** The category of a row in summaries: its status and whether its result was verified. */
public enum Verdict {
  VERIFIED("ok, verified", "Simulated, with the expected results."),
  NOT_VERIFIED("ok, not verified", "Simulated; no results are expected for these parameters."),
  WRONG("wrong", "Simulated, but the results differ from the expected results."),
  REFUSED("refused", "Not simulated, because the device does not support the workload."),
  FAILED("failed", "Ended by an error or a limit.");

  private final String words;
  private final String meaning;

  Verdict(String words, String meaning) {
    this.words = words;
    this.meaning = meaning;
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

  /** {@return a sentence that explains the verdict} */
  public String meaning() {
    return meaning;
  }

  public String words() {
    return words;
  }

  /** {@return the name in JSON and CSV, for example {@code not_verified}} */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
