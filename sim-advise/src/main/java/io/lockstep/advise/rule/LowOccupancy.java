// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.inspect.occupancy.LaunchShape;
import io.lockstep.inspect.occupancy.OccupancyReport;
import io.lockstep.inspect.occupancy.OccupancyRow;
import io.lockstep.inspect.occupancy.WhatIf;
import io.lockstep.spi.stats.CommonCause;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Finds launches whose occupancy is limited by registers or local memory. */
public final class LowOccupancy implements AdviceRule {
  private static final double FULL = 0.7;

  public LowOccupancy() {}

  @Override
  public String name() {
    return "occupancy";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    List<Proposal> all = new ArrayList<>();
    OccupancyReport report =
        new OccupancyReport(List.of(evidence.device()), WhatIf.none(), failure -> {});
    List<LaunchShape> shapes = evidence.shapes(new TreeMap<>());
    List<OccupancyRow> rows = report.launches(shapes);
    for (int i = 0; i < shapes.size() && all.isEmpty(); i++) {
      LaunchShape shape = shapes.get(i);
      OccupancyRow row = rows.get(i);
      if (row.occupancy() != null
          && row.occupancy().share() < FULL
          && isFull(evidence, shape, row)) {
        LessNeed less = LessNeed.of(evidence, shape, row);
        if (less != null) {
          all.add(proposal(evidence, shape, row, less));
        }
      }
    }
    return all; // at most one, since a larger resource helps all launches
  }

  /** Whether the launch has more groups than the device holds at once. */
  private static boolean isFull(Evidence evidence, LaunchShape shape, OccupancyRow row) {
    return shape.geometry().groups()
        > evidence.spec().value("unit.count") * row.occupancy().groups();
  }

  private static Proposal proposal(
      Evidence evidence, LaunchShape shape, OccupancyRow row, LessNeed less) {
    String kernel = shape.kernel().name();
    double share = row.occupancy().share();
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("occupancy", share);
    numbers.put("groups_per_unit", (double) row.occupancy().groups());
    numbers.put("waiting_for_memory_share", evidence.share(CommonCause.MEMORY_LATENCY));
    return new Proposal(
        new Place(kernel, 0),
        ("Low occupancy: %s let %s work-groups of %s be resident on a compute unit, %s of"
                + " its wavefronts.")
            .formatted(
                row.occupancy().limit(),
                row.occupancy().groups(),
                shape.geometry().groupSize(),
                Say.percent(share)),
        (row.next() == null
                ? "Use less of " + row.occupancy().limit() + ", or another work-group size."
                : "Next step: " + row.next() + ".")
            + less.words(),
        numbers,
        List.of(less.remedy()),
        evidence.part(kernel) * (1 - share) * (1 - evidence.peak()));
  }
}
