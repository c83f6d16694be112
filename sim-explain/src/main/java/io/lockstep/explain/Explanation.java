// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.ladder.Ladder;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The ratio of two times as a product of named factors.
 *
 * @param parameters all parameters of the first workload, with defaults
 * @param from name of the first run: its device, or the attributes that distinguish it from the
 *     second run
 * @param to name of the second run
 * @param kernels whether only the kernels' time is compared
 * @param fromPicos time of the first run in picoseconds, at launch phase 0
 * @param toPicos time of the second run in picoseconds, at launch phase 0
 * @param reasons the factors, the launch-phase residual last
 * @param together interactions of pairs of reasons; empty if orders were sampled
 * @param orders number of sampled orders; 0 if all orders were evaluated
 * @param phases number of simulated launch phases per specification
 * @param specifications the simulated specifications; an explanation by roofs omits the unmodified
 *     devices
 * @param wrong whether a run computed a wrong result
 * @param ladder bottleneck decomposition of both runs; only in an explanation by roofs
 * @param roofs the largest roofs; only in an explanation by roofs
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
  /** Name of the factor due to the launch phase instead of a difference between the devices. */
  public static final String RESIDUAL = "launch-phase residual";

  public Explanation {
    reasons = List.copyOf(reasons);
    together = List.copyOf(together);
    specifications = List.copyOf(specifications);
    notes = List.copyOf(notes);
  }

  /** Returns the second time divided by the first. */
  public double ratio() {
    return (double) toPicos / fromPicos;
  }

  /** Returns a sentence about the limiting resource of each run; empty without roofs. */
  public List<String> findings() {
    return roofs.map(r -> r.comparison().findings()).orElse(List.of());
  }

  /** Returns why simulations are missing; empty if none are. */
  public String unfinished() {
    return roofs.map(RoofAnswer::stopped).orElse("");
  }
}
