// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

import io.lockstep.io.Bounds;

/** Signals wrong usage: a one-line message and exit code 2. */
public final class UsageException extends RuntimeException {
  public UsageException(String message) {
    super(message);
  }

  /** Rejects an option's value that is out of bounds; the message suggests the nearest one. */
  public static void require(String option, long value, Bounds bounds, String unit) {
    if (!bounds.allow(value)) {
      String expected = bounds.expected() + (unit.isEmpty() ? "" : " " + unit);
      throw new UsageException(
          option + ": expected " + expected + ", found " + value + bounds.hint(value));
    }
  }
}
