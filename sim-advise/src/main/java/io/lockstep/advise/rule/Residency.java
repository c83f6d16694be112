// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.Evidence;
import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.occupancy.LaunchShape;
import io.lockstep.inspect.occupancy.OccupancyReport;
import io.lockstep.inspect.occupancy.OccupancyRow;
import io.lockstep.inspect.occupancy.WhatIf;
import io.lockstep.spi.occupancy.Need;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Computes the number of resident work-groups per compute unit for a kernel's largest launch,
 * unchanged and with the additional resources that a remedy needs.
 */
final class Residency {
  private final Evidence evidence;
  private final LaunchShape shape;
  private final OccupancyRow own;

  private Residency(Evidence evidence, LaunchShape shape) {
    this.evidence = evidence;
    this.shape = shape;
    own = row(shape, WhatIf.none());
  }

  /**
   * Returns the residency of a kernel's launches; empty for traces, for which launch shapes are
   * unknown.
   */
  static Optional<Residency> of(Evidence evidence, String kernel) {
    return evidence.shapes(new TreeMap<>()).stream()
        .filter(s -> s.kernel().name().equals(kernel) && s.domainWidth() == 0)
        .max(Comparator.comparingLong(s -> s.geometry().workItems()))
        .map(s -> new Residency(evidence, s))
        .filter(r -> r.own.occupancy() != null);
  }

  int groupSize() {
    return shape.geometry().groupSize();
  }

  int localBytes() {
    return shape.kernel().localBytes() + shape.dynamicLocalBytes();
  }

  /**
   * Describes the residency lost by a copy in local memory of one element per work-item and access;
   * empty if nothing is lost or the residency is unknown.
   */
  static Optional<String> lossByTile(
      Evidence evidence, String kernel, Collection<AccessCard> accesses) {
    int bytes = accesses.stream().mapToInt(AccessCard::bytes).sum();
    return of(evidence, kernel)
        .flatMap(
            r -> {
              int tile = r.shape.geometry().groupSize() * bytes;
              return r.lossByLocal(tile).map(loss -> tile + " bytes of local memory, " + loss);
            });
  }

  /** Describes the residency lost by additional local memory; empty if nothing is lost. */
  Optional<String> lossByLocal(int bytes) {
    LaunchShape more =
        new LaunchShape(
            shape.kernel(),
            shape.geometry(),
            shape.dynamicLocalBytes() + bytes,
            0,
            0,
            shape.launches());
    return loss(row(more, WhatIf.none()));
  }

  /** Describes the residency lost by a multiple of the kernel's registers; empty if none is. */
  Optional<String> lossByRegisters(int times) {
    if (own.rules() == null || !own.rules().limits().needs().contains(Need.REGISTERS)) {
      return Optional.empty();
    }
    long registers = times * own.rules().needs().amount(Need.REGISTERS);
    Map<String, Long> changed = Map.of(Need.REGISTERS.name(), registers);
    return loss(row(shape, new WhatIf(0, changed, List.of())));
  }

  private OccupancyRow row(LaunchShape of, WhatIf whatIf) {
    return new OccupancyReport(List.of(evidence.device()), whatIf, failure -> {})
        .launches(List.of(of))
        .get(0);
  }

  private Optional<String> loss(OccupancyRow changed) {
    long before = resident(own);
    long after = resident(changed);
    return after >= before
        ? Optional.empty()
        : Optional.of(
            after == 0
                ? "of which a compute unit does not have enough for a work-group"
                : "which leaves room for "
                    + after
                    + (after == 1 ? " work-group" : " work-groups")
                    + " on a compute unit in place of "
                    + before);
  }

  /**
   * Returns the number of groups on the fullest compute unit, limited by the groups of the launch.
   */
  private long resident(OccupancyRow row) {
    long units = evidence.spec().value("unit.count");
    long share = (shape.geometry().groups() + units - 1) / units;
    return row.occupancy() == null ? 0 : Math.min(row.occupancy().groups(), share);
  }
}
