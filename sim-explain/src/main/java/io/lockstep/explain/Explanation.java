package io.lockstep.explain;

import io.lockstep.explain.ladder.Ladder;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The ratio of two times as named factors that multiply to it.
 *
 * @param workload its name
 * @param parameters all of them
 * @param from name of the first run: a device, or what both differ in
 * @param to name of the second one
 * @param kernels whether the times are the kernels' own
 * @param fromPicos time of the first device, at launch phase 0
 * @param toPicos time of the second one
 * @param reasons factors, the launch-phase residual last
 * @param together pairs of reasons; empty if orders were sampled
 * @param orders number of sampled orders; 0 if all were used
 * @param phases launch phases of each specification
 * @param specifications the simulated ones, without the devices themselves if these differ
 * @param notes for readers
 * @param wrong whether a result was wrong
 * @param ladder the cost of each step of waits on either side, and its largest roof
 * @param roofs the largest roofs, of an explanation by these
 */
public record Explanation(
    String workload,
    SortedMap<String, String> parameters,
    String from,
    String to,
    boolean kernels,
    long fromPicos,
    long toPicos,
    List<Reason> reasons,
    List<Together> together,
    int orders,
    int phases,
    List<Specification> specifications,
    List<String> notes,
    boolean wrong,
    Optional<Ladder> ladder,
    Optional<RoofAnswer> roofs) {
  /** Name of the reason that belongs to neither device. */
  public static final String RESIDUAL = "launch-phase residual";

  /**
   * Copies the collections.
   *
   * @param workload its name
   * @param parameters all of them
   * @param from name of the first device
   * @param to name of the second one
   * @param kernels whether the times are the kernels' own
   * @param fromPicos time of the first device
   * @param toPicos time of the second one
   * @param reasons factors
   * @param together pairs of reasons
   * @param orders number of sampled orders
   * @param phases launch phases of each specification
   * @param specifications the simulated ones
   * @param notes for readers
   * @param wrong whether a result was wrong
   * @param ladder the cost of each step of waits on either side
   * @param roofs the largest roofs
   */
  public Explanation {
    reasons = List.copyOf(reasons);
    together = List.copyOf(together);
    specifications = List.copyOf(specifications);
    notes = List.copyOf(notes);
  }

  /** {@return time of the second device by that of the first one} */
  public double ratio() {
    return (double) toPicos / fromPicos;
  }

  /** {@return what binds either run, one sentence each; empty without roofs} */
  public List<String> findings() {
    return roofs.map(r -> r.comparison().findings()).orElse(List.of());
  }

  /** {@return why simulations are missing; empty if all were made} */
  public String unfinished() {
    return roofs.map(RoofAnswer::stopped).orElse("");
  }
}
