package io.lockstep.sweep.store.index;

import io.lockstep.run.Verdict;
import io.lockstep.sweep.store.Damage;
import java.util.List;
import java.util.OptionalLong;

/**
 * The progress of a sweep.
 *
 * @param points of the plan
 * @param counts numbers of completed points by outcome
 * @param contradictions results of one key that differ
 * @param damages the first damaged places of segments, without torn ends of live writers
 * @param damaged number of damaged places
 * @param pace its speed
 * @param slowest the slowest points, the slowest first
 */
public record SweepStatus(
    long points,
    List<Count> counts,
    List<Contradiction> contradictions,
    List<Damage> damages,
    long damaged,
    Pace pace,
    List<Slow> slowest) {
  /**
   * Points with the same outcome.
   *
   * @param verdict status, and whether it was verified
   * @param failure as in results, or empty
   * @param points their number
   * @param wallMicros sum of their wall times, microseconds
   */
  public record Count(Verdict verdict, String failure, long points, long wallMicros) {}

  /**
   * One key, several results: the model, the machine or the store is at fault.
   *
   * @param key 64 hexadecimal digits
   * @param point the first that it is of
   * @param places of its rows, as file and byte
   */
  public record Contradiction(String key, long point, List<String> places) {}

  /**
   * The speed of a sweep.
   *
   * @param writers segments with apparently live writers
   * @param rows written in the time
   * @param millis length of the time: of live writers, otherwise of all
   * @param millisLeft until all points are done at this rate, if there is a live writer and the
   *     rate is known
   */
  public record Pace(int writers, long rows, long millis, OptionalLong millisLeft) {}

  /**
   * A point that took long.
   *
   * @param point index in the plan
   * @param workload its name
   * @param device its id
   * @param status as results name it
   * @param wallMicros wall time, microseconds
   */
  public record Slow(long point, String workload, String device, String status, long wallMicros) {}

  /** {@return number of points with an outcome} */
  public long done() {
    return counts.stream().mapToLong(Count::points).sum();
  }

  /** {@return points that have not} */
  public long missing() {
    return points - done();
  }

  /**
   * {@return points of a verdict}
   *
   * @param verdict any
   */
  public long of(Verdict verdict) {
    return counts.stream().filter(c -> c.verdict() == verdict).mapToLong(Count::points).sum();
  }
}
