package io.lockstep.cli.terminal;

import io.lockstep.io.Bounds;

/** The command was called wrongly: one line, exit code 2. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }

  /**
   * Rejects an option's value that is out of bounds, with the nearest valid one.
   *
   * @param unit of the bounds, or empty
   */
  public static void require(String option, long value, Bounds bounds, String unit) {
    if (!bounds.allow(value)) {
      String expected = bounds.expected() + (unit.isEmpty() ? "" : " " + unit);
      throw new UsageException(
          option + ": expected " + expected + ", found " + value + bounds.hint(value));
    }
  }
}
