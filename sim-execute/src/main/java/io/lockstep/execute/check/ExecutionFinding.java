// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.check;

/**
 * A finding of a check: one pair of source lines, with its first example.
 *
 * @param location the kernel and the memory
 * @param accesses the accesses of the first example
 * @param width smallest width, in work-items, of aligned sets that contain all conflicts of this
 *     pair of lines inside a group; 0 if not applicable
 * @param count number of occurrences
 */
public record ExecutionFinding(
    ExecutionCheck check, Location location, Accesses accesses, int width, long count) {
  /**
   * A kernel and the memory that it accesses.
   *
   * @param source name of the kernel's file
   * @param place the memory: {@code local memory}, with the variable if known, or {@code buffer
   *     NAME}
   * @param offset byte offset inside the place
   */
  public record Location(String kernel, String source, String place, long offset) {
    private boolean isSame(Location o) {
      return kernel.equals(o.kernel) && source.equals(o.source) && place.equals(o.place);
    }
  }

  /**
   * The accesses of a finding.
   *
   * @param first the earlier access; null for an uninitialised read
   * @param second the access at which the finding was made
   * @param betweenGroups whether the accesses are by different work-groups
   */
  public record Accesses(CheckedAccess first, CheckedAccess second, boolean betweenGroups) {
    private boolean isSame(Accesses o) {
      return betweenGroups == o.betweenGroups
          && (areSame(first, o.first) && areSame(second, o.second)
              || areSame(first, o.second) && areSame(second, o.first));
    }
  }

  /** Returns whether another finding is of the same place, lines and kinds of access. */
  boolean isSame(ExecutionFinding o) {
    return check == o.check && location.isSame(o.location) && accesses.isSame(o.accesses);
  }

  private static boolean areSame(CheckedAccess a, CheckedAccess b) {
    return a == b || a != null && b != null && a.line() == b.line() && a.kind() == b.kind();
  }

  /** Returns this finding with the occurrences of an equal one added. */
  ExecutionFinding and(ExecutionFinding o) {
    return new ExecutionFinding(
        check, location, accesses, Math.max(width, o.width), count + o.count);
  }

  @Override
  public String toString() {
    String where =
        location.source + ":" + accesses.second.line() + ": kernel " + location.kernel + ": ";
    String at = " of " + location.place + " at offset " + location.offset;
    if (check == ExecutionCheck.UNINITIALISED) {
      return "%suninitialised %s%s, which its group has not written; %s such"
          .formatted(where, accesses.second, at, count);
    }
    return where
        + (accesses.betweenGroups ? "data race between work-groups: " : "data race: ")
        + accesses.second
        + at
        + " and "
        + accesses.first
        + (accesses.betweenGroups ? "" : ", no barrier between")
        + "; "
        + count
        + " such"
        + (width > 0 ? ", all inside aligned widths of " + width : "")
        + (isOfWrites() ? "; two writes are a race even if their values are equal" : "");
  }

  private boolean isOfWrites() {
    return accesses.first.kind() == CheckedAccess.Kind.WRITE
        && accesses.second.kind() == CheckedAccess.Kind.WRITE;
  }
}
