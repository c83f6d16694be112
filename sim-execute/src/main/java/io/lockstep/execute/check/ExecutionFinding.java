// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.check;

/**
 * A finding of a check: one pair of source lines, with its first example.
 *
 * @param place the memory: {@code local memory}, with the variable if known, or {@code buffer NAME}
 * @param offset byte offset inside the place
 * @param betweenGroups whether the accesses are by different work-groups
 * @param first the earlier access; null for an uninitialised read
 * @param second the access at which the finding was made
 * @param width smallest width, in work-items, of aligned sets that contain all conflicts of this
 *     pair of lines inside a group; 0 if not applicable
 * @param count number of occurrences
 */
public record ExecutionFinding(
    ExecutionCheck check,
    String kernel,
    String source,
    String place,
    long offset,
    boolean betweenGroups,
    CheckedAccess first,
    CheckedAccess second,
    int width,
    long count) {
  /** Returns whether another finding is of the same place, lines and kinds of access. */
  boolean isSame(ExecutionFinding o) {
    return check == o.check
        && kernel.equals(o.kernel)
        && source.equals(o.source)
        && place.equals(o.place)
        && betweenGroups == o.betweenGroups
        && (areSame(first, o.first) && areSame(second, o.second)
            || areSame(first, o.second) && areSame(second, o.first));
  }

  private static boolean areSame(CheckedAccess a, CheckedAccess b) {
    return a == b || a != null && b != null && a.line() == b.line() && a.kind() == b.kind();
  }

  /** Returns this finding with the occurrences of an equal one added. */
  ExecutionFinding and(ExecutionFinding o) {
    return new ExecutionFinding(
        check,
        kernel,
        source,
        place,
        offset,
        betweenGroups,
        first,
        second,
        Math.max(width, o.width),
        count + o.count);
  }

  @Override
  public String toString() {
    String where = source + ":" + second.line() + ": kernel " + kernel + ": ";
    String at = " of " + place + " at offset " + offset;
    if (check == ExecutionCheck.UNINITIALISED) {
      return "%suninitialised %s%s, which its group has not written; %s such"
          .formatted(where, second, at, count);
    }
    return where
        + (betweenGroups ? "data race between work-groups: " : "data race: ")
        + second
        + at
        + " and "
        + first
        + (betweenGroups ? "" : ", no barrier between")
        + "; "
        + count
        + " such"
        + (width > 0 ? ", all inside aligned widths of " + width : "");
  }
}
