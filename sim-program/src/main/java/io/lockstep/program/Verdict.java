// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

/**
 * What is said of a program's results.
 *
 * @param message description of a failure, or empty
 * @param by what judged right results, for example {@code by the program (exit 0)}; empty for wrong
 *     ones
 * @param text the verdict in a few words, for example {@code wrong: exit 1}
 */
record Verdict(String message, String by, String text) {
  static Verdict of(ProgramRequest request, int code, String message, String agreed) {
    if (!message.isEmpty()) {
      return new Verdict(message, "", "wrong: " + (code == 0 ? message : "exit " + code));
    }
    String by =
        request.output().success().by()
            + (" (exit " + code + ")")
            + request
                .options()
                .oracle()
                .map(oracle -> " and " + oracle.name() + " (" + agreed + ")")
                .orElse("");
    return new Verdict("", by, "verified: " + by);
  }

  /** Returns null for results that nothing but the program has judged. */
  Boolean verified() {
    return message.isEmpty() ? null : Boolean.FALSE;
  }
}
