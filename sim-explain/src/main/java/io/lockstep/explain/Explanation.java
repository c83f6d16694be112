// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.ladder.Ladder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The ratio of two times as a product of named factors.
 *
 * @param first the first run
 * @param second the second run
 * @param factors the factors and their interactions
 * @param simulations what was simulated
 * @param roofs the largest roofs; only in an explanation by roofs
 */
public record Explanation(
    Subject subject,
    TimedRun first,
    TimedRun second,
    Factors factors,
    Simulations simulations,
    Optional<RoofAnswer> roofs) {
  /**
   * The explained program.
   *
   * @param parameters all parameters of the first workload, with defaults
   * @param kernels whether only the kernels' time is compared
   */
  public record Subject(String workload, SortedMap<String, String> parameters, boolean kernels) {}

  /**
   * A compared run.
   *
   * @param name its device, or the attributes that distinguish it from the other run
   * @param picos time in picoseconds, at launch phase 0
   */
  public record TimedRun(String name, long picos) {}

  /**
   * The factors of the ratio.
   *
   * @param reasons the factors, the launch-phase residual last
   * @param together interactions of pairs of reasons; empty if orders were sampled
   * @param orders number of sampled orders; 0 if all orders were evaluated
   */
  public record Factors(List<Reason> reasons, List<Together> together, int orders) {
    public Factors {
      reasons = List.copyOf(reasons);
      together = List.copyOf(together);
    }
  }

  /**
   * What was simulated for an explanation.
   *
   * @param phases number of simulated launch phases per specification
   * @param specifications the simulated specifications; an explanation by roofs omits the
   *     unmodified devices
   * @param wrong whether a run computed a wrong result
   * @param estimates what makes the times estimates; empty if they are exact
   */
  public record Simulations(
      int phases,
      List<Specification> specifications,
      List<String> notes,
      boolean wrong,
      Optional<Estimates> estimates) {
    public Simulations {
      specifications = List.copyOf(specifications);
      notes = List.copyOf(notes);
    }
  }

  /** Name of the factor due to the launch phase instead of a difference between the devices. */
  public static final String RESIDUAL = "launch-phase residual";

  public String workload() {
    return subject.workload;
  }

  /** Returns all parameters of the first workload, with defaults. */
  public SortedMap<String, String> parameters() {
    return subject.parameters;
  }

  /** Returns the name of the first run. */
  public String from() {
    return first.name;
  }

  /** Returns the name of the second run. */
  public String to() {
    return second.name;
  }

  /** Returns what makes the times estimates; empty if they are exact. */
  public Optional<Estimates> estimates() {
    return simulations.estimates;
  }

  /** Returns the factors, the launch-phase residual last. */
  public List<Reason> reasons() {
    return factors.reasons;
  }

  /** Returns the bottleneck decomposition of both runs; only in an explanation by roofs. */
  public Optional<Ladder> ladder() {
    return roofs.map(RoofAnswer::ladder);
  }

  /** Returns the second time divided by the first. */
  public double ratio() {
    return (double) second.picos / first.picos;
  }

  /** Returns a sentence about the limiting resource of each run; empty without roofs. */
  public List<String> findings() {
    return roofs.map(r -> r.comparison().findings()).orElse(List.of());
  }

  /** Returns a copy with a further note before the others. */
  Explanation noting(String note) {
    List<String> notes = new ArrayList<>(List.of(note));
    notes.addAll(simulations.notes);
    return new Explanation(
        subject,
        first,
        second,
        factors,
        new Simulations(
            simulations.phases,
            simulations.specifications,
            notes,
            simulations.wrong,
            simulations.estimates),
        roofs);
  }

  /** Returns why simulations are missing; empty if none are. */
  public String unfinished() {
    return roofs.map(RoofAnswer::stopped).orElse("");
  }
}
