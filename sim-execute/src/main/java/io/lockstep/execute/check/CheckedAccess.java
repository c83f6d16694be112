package io.lockstep.execute.check;

import io.lockstep.trace.record.Geometry;
import java.util.Locale;

/**
 * An access to memory in a finding.
 *
 * @param kind read, write or atomic
 * @param line in the kernel's text
 * @param group flat work-group id, x fastest
 * @param workItem flat id inside the group
 * @param geometry of the launch
 */
public record CheckedAccess(Kind kind, int line, long group, int workItem, Geometry geometry) {
  /** The kind of an access. */
  public enum Kind {
    /** A load. */
    READ,
    /** A store. */
    WRITE,
    /** An operation that reads, modifies and writes at once. */
    ATOMIC
  }

  /** {@return the work-group as {@code (x, y, z)}} */
  public String groupText() {
    long x = group % geometry.groupsX();
    long rest = group / geometry.groupsX();
    return "(" + x + ", " + rest % geometry.groupsY() + ", " + rest / geometry.groupsY() + ")";
  }

  /** {@return the work-item as {@code (x, y, z)}} */
  public String workItemText() {
    int x = workItem % geometry.sizeX();
    int rest = workItem / geometry.sizeX();
    return "(" + x + ", " + rest % geometry.sizeY() + ", " + rest / geometry.sizeY() + ")";
  }

  @Override
  public String toString() {
    return "%s at line %s by work-item %s of work-group %s"
        .formatted(kind.name().toLowerCase(Locale.ROOT), line, workItemText(), groupText());
  }
}
