// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.occupancy;

import io.lockstep.run.RunStatus;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.answer.Cells;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.NextStep;
import io.lockstep.spi.occupancy.OccupancyCurve;
import io.lockstep.spi.occupancy.Resource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Declares the output of {@code occupancy}. */
public final class OccupancyAnswer {
  /** A resource of a compute unit, and the work-groups that share it. */
  private record Share(Resource of, Needs needs, int wavefronts) {
    int groups() {
      return of.groups(needs, wavefronts);
    }

    boolean isLimit() {
      return groups() != Integer.MAX_VALUE;
    }
  }

  /** A point of one of the curves of a launch. */
  public record RowPoint(OccupancyRow row, OccupancyCurve curve, OccupancyCurve.Point at) {
    private boolean isBounded() {
      return at.to() != Integer.MAX_VALUE;
    }

    private long slots() {
      return row.rules().limits().maximum();
    }
  }

  private record RowCurve(OccupancyRow row, OccupancyCurve of) {
    List<RowPoint> points() {
      return of.points().stream().map(p -> new RowPoint(row, of, p)).toList();
    }
  }

  private static final Answer<RowPoint> AMOUNT =
      Answer.<RowPoint>part()
          .integer("to", "Largest amount; null if unbounded.", RowPoint::isBounded, p -> p.at.to())
          .integer("groups", "Resident work-groups per compute unit.", p -> p.at.fit().groups())
          .integer("wavefronts", "Resident wavefronts per unit.", p -> p.at.fit().wavefronts())
          .ratio("occupancy", "Wavefronts / slots.", p -> p.at.fit().wavefronts(), RowPoint::slots)
          .text("limit", "The limiting resource.", p -> p.at.fit().limit().name());

  private static final String VARIED = "What varies: a need, or group for the work-group size.";

  /** Declares a line of CSV and the columns of the table, for each point of the curves. */
  public static final Answer<RowPoint> POINT =
      Answer.<RowPoint>part()
          .text("device", "", p -> p.row.device())
          .textOrNull("kernel", "", p -> p.row.kernel())
          .text("over", VARIED, p -> p.curve.over())
          .include(AMOUNT, p -> p)
          .columnsOf("device", "kernel", "over", ">up to=to", ">groups", ">wavefronts")
          .columnOf(">occup.", "occupancy", Cells.Cell::percent)
          .columnsOf("limited by=limit")
          .lessImportant("kernel");

  private static final Answer<NextStep> STEP =
      Answer.<NextStep>part()
          .list(
              "changes",
              "",
              NextStep::changes,
              Answer.<NextStep.Change>part()
                  .text("of", VARIED, NextStep.Change::name)
                  .integer("from", "", NextStep.Change::from)
                  .integer("to", "", NextStep.Change::to))
          .integer("groups", "Resident work-groups after the changes.", NextStep::groups)
          .integer("wavefronts", "Resident wavefronts after the changes.", NextStep::wavefronts);

  private static final Answer<Share> RESOURCE =
      Answer.<Share>part()
          .text("resource", "", s -> s.of.name())
          .integer("capacity", "Capacity of a compute unit.", s -> s.of.total())
          .integer(
              "taken_per_group",
              "Amount that a work-group occupies, including rounding.",
              s -> s.of.ofGroup(s.needs, s.wavefronts))
          .integer("granule", "Unit of allocation.", s -> s.of.charge().granule())
          .integer(
              "groups", "Work-groups that fit; null if unlimited.", Share::isLimit, Share::groups);

  private static final Answer<Occupancy> RESIDENT =
      Answer.<Occupancy>part()
          .integer("groups", "Resident work-groups per unit; 0 if none fits.", Occupancy::groups)
          .integer("wavefronts", "Resident wavefronts per compute unit.", Occupancy::wavefronts)
          .text("limit", "The resource that allows the fewest work-groups.", Occupancy::limit);

  private static final Answer<Occupancy> SLOTS =
      Answer.<Occupancy>part()
          .integer("wavefronts_per_group", "", Occupancy::wavefrontsPerGroup)
          .integer("maximum", "Wavefront slots per compute unit.", Occupancy::maximum)
          .ratio("occupancy", "wavefronts / maximum.", Occupancy::wavefronts, Occupancy::maximum);

  /** Declares the occupancy of a launch on a device. */
  public static final Answer<OccupancyRow> ROW =
      Answer.<OccupancyRow>part()
          .text("device", "", OccupancyRow::device)
          .textOrNull("kernel", "null if only amounts are given.", OccupancyRow::kernel)
          .includeOrNull(RESIDENT, OccupancyRow::occupancy)
          .textOrNull("next", "Smallest change that raises the occupancy.", OccupancyRow::next)
          .word("status", "", RunStatus.class, OccupancyRow::status)
          .text("message", "Reason for a missing result, or a remark.", OccupancyRow::message)
          .integer("launches", "Launches that differ only in the grid.", OccupancyRow::launches)
          .integer("group_size", "Work-items per work-group.", OccupancyRow::groupSize)
          .includeOrNull(SLOTS, OccupancyRow::occupancy)
          .counts(
              "needs",
              "What a work-group needs, by name; absent if the device states no rules.",
              OccupancyAnswer::needs,
              Need::name)
          .list("resources", "Of a compute unit.", OccupancyAnswer::shares, RESOURCE)
          .group("step", "The change of next as data.", r -> r.rules().next().orElse(null), STEP)
          .orNull()
          .whenLast(3, r -> r.rules() != null)
          .list(
              "curves",
              "Curves requested with --curve.",
              OccupancyAnswer::curves,
              Answer.<RowCurve>part()
                  .text("over", VARIED, c -> c.of.over())
                  .list(
                      "points",
                      "In ascending order; beyond the last point not even one work-group fits.",
                      RowCurve::points,
                      AMOUNT))
          .when(r -> !curves(r).isEmpty())
          .columnsOf("device", "kernel", ">group=group_size", ">groups", ">wavefronts")
          .columnsOf(">slots=maximum")
          .columnOf(">occup.", "occupancy", Cells.Cell::percent)
          .columnsOf("limited by=limit")
          .column("next step", OccupancyAnswer::nextStep)
          .lessImportant("slots", "group", "kernel");

  /** Declares the document. */
  public static final Answer<List<OccupancyRow>> ANSWER =
      Answer.<List<OccupancyRow>>of("Occupancy", "Output of occupancy with --format json.")
          .list("occupancy", "By device, then by launch.", rows -> rows, ROW);

  private OccupancyAnswer() {}

  private static Map<Need, Long> needs(OccupancyRow row) {
    Map<Need, Long> all = new LinkedHashMap<>();
    row.rules().limits().needs().forEach(n -> all.put(n, row.rules().needs().amount(n)));
    return all;
  }

  private static List<Share> shares(OccupancyRow row) {
    Needs needs = row.rules().needs();
    int wavefronts = row.rules().limits().wavefronts(needs.groupSize());
    return row.rules().limits().resources().stream()
        .map(r -> new Share(r, needs, wavefronts))
        .toList();
  }

  private static List<RowCurve> curves(OccupancyRow row) {
    return row.rules() == null
        ? List.of()
        : row.rules().curves().stream().map(c -> new RowCurve(row, c)).toList();
  }

  private static String nextStep(OccupancyRow row) {
    if (row.status() == RunStatus.FAILED) {
      return "failed";
    }
    return row.next() != null ? row.next() : row.occupancy() != null ? "" : "refused";
  }

  /** {@return the points of all curves} */
  public static List<RowPoint> points(List<OccupancyRow> rows) {
    return rows.stream()
        .flatMap(r -> curves(r).stream())
        .flatMap(c -> c.points().stream())
        .toList();
  }
}
