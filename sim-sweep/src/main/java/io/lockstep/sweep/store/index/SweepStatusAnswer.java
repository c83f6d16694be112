// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import static io.lockstep.run.Verdict.NOT_VERIFIED;
import static io.lockstep.run.Verdict.VERIFIED;

import io.lockstep.run.answer.Answer;
import io.lockstep.run.format.VerdictCounts;
import io.lockstep.study.store.Build;
import io.lockstep.sweep.store.Damage;
import io.lockstep.sweep.store.index.SweepStatus.BuildCount;
import io.lockstep.sweep.store.index.SweepStatus.Contradiction;
import io.lockstep.sweep.store.index.SweepStatus.Count;
import io.lockstep.sweep.store.index.SweepStatus.Pace;
import io.lockstep.sweep.store.index.SweepStatus.Slow;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The progress of a sweep as {@code sweep status} prints it.
 *
 * @param folder folder of the sweep as the user named it
 * @param now build of this process
 */
public record SweepStatusAnswer(String folder, SweepStatus status, Build now) {
  private static final Answer<BuildCount> BUILD =
      Answer.<BuildCount>part()
          .text("version", "Of Lockstep; empty if unknown.", b -> b.build().version())
          .text("build", "Digest of Lockstep's modules.", b -> b.build().digest())
          .text("plugins", "Jars with their digests.", b -> b.build().plugins())
          .integer("points", "", BuildCount::points);

  private static final Answer<Contradiction> CONTRADICTION =
      Answer.<Contradiction>part()
          .text("key", "", Contradiction::key)
          .integer("point", "Index of the first point with the key.", Contradiction::point)
          .texts("places", "File and byte of each result.", Contradiction::places);

  private static final Answer<Damage> DAMAGE =
      Answer.<Damage>part()
          .text("segment", "Name of the file.", Damage::segment)
          .integer("offset", "Byte at which the damage starts.", Damage::offset)
          .word("kind", "", Damage.Kind.class, Damage::kind)
          .text("what", "Description of the damage.", Damage::what);

  /** Declares the fields and columns of a slow point. */
  public static final Answer<Slow> SLOW =
      Answer.<Slow>part()
          .integer("point", "Index in the plan.", Slow::point)
          .text("workload", "", Slow::workload)
          .text("device", "", Slow::device)
          .word("status", "", List.of("ok", "wrong", "refused", "failed"), Slow::status)
          .number("wall_seconds", "", s -> seconds(s.wallMicros()))
          .column(">slowest point", s -> Long.toString(s.point()))
          .column("workload", Slow::workload)
          .column("device", Slow::device)
          .column("status", Slow::status)
          .column(">seconds", s -> shown(s.wallMicros()));

  /** Declares the document. */
  public static final Answer<SweepStatusAnswer> ANSWER =
      Answer.<SweepStatusAnswer>of(
              "Status of a sweep", "Output of sweep status with --format json.")
          .text("folder", "As named by the user.", a -> a.folder)
          .integer("points", "Points of the plan.", a -> a.status.points())
          .integer("done", "Points with an outcome.", a -> a.status.done())
          .integer("missing", "Points without an outcome.", a -> a.status.missing())
          .integer(
              "ok",
              "Sum of verified and not_verified.",
              a -> a.status.of(VERIFIED) + a.status.of(NOT_VERIFIED))
          .include(VerdictCounts.ANSWER, a -> a.status::of)
          .counts("failures", "Failed points by kind.", SweepStatusAnswer::failures, kind -> kind)
          .integer(
              "violations", "Keys with differing results.", a -> a.status.contradictions().size())
          .integer(
              "other_build",
              "Rows of a build other than this one.",
              a -> a.status.ofOtherBuilds(a.now))
          .when(SweepStatusAnswer::hasRows)
          .integer(
              "unknown_build",
              "Rows that do not state their build.",
              a -> a.status.ofUnknownBuilds())
          .when(SweepStatusAnswer::hasRows)
          .integer("damaged", "Damaged places in segments.", a -> a.status.damaged())
          .integer("writers", "Segments with a live writer.", a -> a.status.pace().writers())
          .number(
              "points_per_second", "Of the live writers, or of all.", a -> rate(a.status.pace()))
          .numberOrNull(
              "seconds_left", "Null without a live writer.", a -> secondsLeft(a.status.pace()))
          .number("wall_seconds", "Sum over the points.", SweepStatusAnswer::wallSeconds)
          .list("builds", "Builds of the rows, most rows first.", a -> a.status.builds(), BUILD)
          .when(SweepStatusAnswer::hasRows)
          .list("contradictions", "", a -> a.status.contradictions(), CONTRADICTION)
          .list("damages", "The first damaged places.", a -> a.status.damages(), DAMAGE)
          .list("slowest", "At most ten, slowest first.", a -> a.status.slowest(), SLOW);

  private boolean hasRows() {
    return status.done() > 0;
  }

  private Map<String, Long> failures() {
    Map<String, Long> failures = new LinkedHashMap<>();
    status.counts().stream()
        .filter(c -> !c.failure().isEmpty())
        .forEach(c -> failures.put(c.failure(), c.points()));
    return failures;
  }

  private BigDecimal wallSeconds() {
    return seconds(status.counts().stream().mapToLong(Count::wallMicros).sum());
  }

  private static BigDecimal secondsLeft(Pace pace) {
    return pace.millisLeft().isPresent()
        ? BigDecimal.valueOf(pace.millisLeft().getAsLong(), 3)
        : null;
  }

  /** {@return the rate in points per second} */
  public static BigDecimal rate(Pace pace) {
    return pace.millis() <= 0
        ? BigDecimal.ZERO.setScale(2)
        : BigDecimal.valueOf(1000 * pace.rows())
            .divide(BigDecimal.valueOf(pace.millis()), 2, RoundingMode.HALF_UP);
  }

  /** {@return CSV text with one line} */
  public String csv() {
    return ANSWER.csvOfAll(Map.of(), List.of(this));
  }

  private static BigDecimal seconds(long micros) {
    return BigDecimal.valueOf(micros, 6);
  }

  /** {@return a time for users, in seconds} */
  public static String shown(long micros) {
    return seconds(micros).setScale(3, RoundingMode.HALF_UP).toPlainString();
  }
}
