// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.check;

import io.lockstep.trace.record.Geometry;
import java.util.Locale;

/**
 * An access to memory in a finding.
 *
 * @param kind kind of the access; a compare-and-swap counts as one that stores
 * @param line line in the kernel's text
 * @param group flat work-group id, x fastest
 * @param workItem flat id inside the group
 */
public record CheckedAccess(Kind kind, int line, long group, int workItem, Geometry geometry) {
  public enum Kind {
    READ,
    WRITE,
    /** A read-modify-write operation, or an atomic store. */
    ATOMIC,
    /** An atomic load, or a compare-and-swap that stored nothing. */
    ATOMIC_READ;

    /** {@return whether two accesses to the same byte conflict if nothing orders them} */
    public boolean conflicts(Kind other) {
      boolean write = this == WRITE || other == WRITE;
      return write || this != other && this != ATOMIC_READ && other != ATOMIC_READ;
    }
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
        .formatted(
            kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
            line,
            workItemText(),
            groupText());
  }
}
