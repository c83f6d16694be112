// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;

/** Forms work-groups of another size along x, if work-items share nothing within their group. */
public final class GroupSizes implements ProgramRewrite {
  private final int joined;
  private final int parts;

  /** Joins {@code joined} groups into one, then divides it into {@code parts}. */
  public GroupSizes(int joined, int parts) {
    this.joined = joined;
    this.parts = parts;
  }

  @Override
  public KernelCopy kernel(Kernel original) {
    return GatheredItems.areApart(original) ? new KernelCopy(original) : null;
  }

  @Override
  public boolean isOfLaunches() {
    return true;
  }

  @Override
  public Launched launch(KernelCopy kernel, Launched launched) {
    Geometry g = launched.launch().geometry();
    if (!GatheredItems.areRows(launched) || g.groupsX() % joined != 0 || g.sizeX() % parts != 0) {
      return launched;
    }
    Geometry other =
        new Geometry(
            g.groupsX() / joined * parts,
            g.groupsY(),
            g.groupsZ(),
            g.sizeX() * joined / parts,
            1,
            1);
    GatheredItems items = new GatheredItems(kernel.original, g, other);
    List<WorkGroupRecord> groups = new ArrayList<>();
    for (int n = 0; n < other.groups(); n++) {
      long first = (long) n * other.sizeX();
      int group = (int) (first / g.sizeX());
      groups.add(
          items.group(
              n, launched.groups().subList(group, group + joined), (int) (first % g.sizeX())));
    }
    return new Launched(launched.launch().with(other), groups);
  }
}
