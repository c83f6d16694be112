// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import io.lockstep.run.Verdict;
import io.lockstep.study.store.Build;
import io.lockstep.sweep.store.Damage;
import java.util.List;
import java.util.OptionalLong;

/**
 * The progress of a sweep.
 *
 * @param counts numbers of completed points by outcome
 * @param builds numbers of completed points by the build of their rows
 * @param contradictions differing results with the same key
 * @param damage damaged places of segments, except torn lines of live writers
 * @param slowest slowest points, the slowest first
 */
public record SweepStatus(
    long points,
    List<Count> counts,
    List<BuildCount> builds,
    List<Contradiction> contradictions,
    Damages damage,
    Pace pace,
    List<Slow> slowest) {
  /**
   * The number of points with the same outcome.
   *
   * @param failure failure as spelled in results, or empty
   * @param wallMicros sum of the points' wall times, in microseconds
   */
  public record Count(Verdict verdict, String failure, long points, long wallMicros) {}

  /** The number of points whose rows are of one build. */
  public record BuildCount(Build build, long points) {}

  /**
   * Damaged places.
   *
   * @param first the first ones
   * @param all number of all of them
   */
  public record Damages(List<Damage> first, long all) {}

  /**
   * Differing results with the same key, caused by an error in the model, the machine or the store.
   *
   * @param key 64 hexadecimal digits
   * @param point index of the first point with the key
   * @param places positions of the rows, as file and byte
   */
  public record Contradiction(String key, long point, List<String> places) {}

  /**
   * The speed of a sweep.
   *
   * @param writers number of segments whose writers appear to be alive
   * @param rows number of rows written in the period
   * @param millis length of the period in which live writers wrote, or all writers if none is alive
   * @param millisLeft estimated time until all points are done; empty without a live writer or a
   *     known rate
   */
  public record Pace(int writers, long rows, long millis, OptionalLong millisLeft) {}

  /**
   * A slow point.
   *
   * @param point index in the plan
   * @param status status as spelled in results
   * @param wallMicros wall time in microseconds
   */
  public record Slow(long point, String workload, String device, String status, long wallMicros) {}

  public long done() {
    return counts.stream().mapToLong(Count::points).sum();
  }

  /** Returns the first damaged places. */
  public List<Damage> damages() {
    return damage.first();
  }

  /** Returns the number of damaged places. */
  public long damaged() {
    return damage.all();
  }

  /** Whether the rows were simulated by more than one build of Lockstep. */
  public boolean isMixed() {
    return builds.size() > 1;
  }

  /** Returns the number of rows of known builds other than the given one. */
  public long ofOtherBuilds(Build now) {
    return builds.stream()
        .filter(b -> b.build().isKnown() && !b.build().equals(now))
        .mapToLong(BuildCount::points)
        .sum();
  }

  /** Returns the number of rows that do not state their build. */
  public long ofUnknownBuilds() {
    return builds.stream().filter(b -> !b.build().isKnown()).mapToLong(BuildCount::points).sum();
  }

  public long missing() {
    return points - done();
  }

  public long of(Verdict verdict) {
    return counts.stream().filter(c -> c.verdict() == verdict).mapToLong(Count::points).sum();
  }
}
