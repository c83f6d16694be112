// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.experiment;

import io.lockstep.run.RunResult;
import io.lockstep.run.program.Installed;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.KnownResults;
import io.lockstep.study.StudyProgress;
import io.lockstep.study.point.ProgramKey;
import io.lockstep.study.point.Request;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The results of one workload on variants of devices, at launch phases. Variants with equal
 * specifications are simulated once, and a rejected variant is refused without a simulation.
 * Results do not depend on the number of threads. Not thread-safe, but simulates on several
 * threads.
 */
public final class Experiment implements AutoCloseable {
  private final ProgramKey program;
  private final KnownResults results;
  private final ExperimentOptions options;
  private final WallTime time;
  private final Map<List<String>, DeviceSpec> same = new HashMap<>(); // by family, hash, problem

  /**
   * A variant at a launch phase.
   *
   * @param phase 0 for no delay, k for the k-th seeded phase
   */
  public record Point(Variant variant, int phase) {}

  /**
   * Creates an experiment with a workload file or a trace.
   *
   * @param parameters parameters of the workload; a trace takes none
   */
  public Experiment(
      Path workload,
      Map<String, String> parameters,
      Installed installed,
      ExperimentOptions options,
      StudyProgress listener) {
    program = new ProgramKey(workload, new TreeMap<>(parameters));
    this.options = options;
    time = new WallTime(options.limit(), listener);
    results =
        new KnownResults(installed.catalogue(), installed.frontends(), options.study().strictly());
  }

  /** Simulates variants at the launch phases from 0 on, as {@link #run(Collection)}. */
  public void run(Collection<Variant> variants, int phases) {
    run(
        variants.stream()
            .flatMap(v -> IntStream.range(0, phases).mapToObj(k -> new Point(v, k)))
            .toList());
  }

  /**
   * Simulates the points that have no result yet.
   *
   * @throws io.lockstep.io.InputException if the workload is wrong
   * @throws UnexplainedException if the time limit is reached
   */
  public void run(Collection<Point> points) {
    results.run(points.stream().map(this::request).toList(), time);
  }

  private Request request(Point point) {
    DeviceSpec spec = point.variant().spec();
    String problem = point.variant().problem();
    DeviceSpec first =
        same.computeIfAbsent(List.of(spec.family(), spec.hash(), problem), key -> spec);
    int phase = point.variant().isLegal() ? point.phase() : 0; // a refusal has no launch
    return new Request(program, first, phase, problem);
  }

  /**
   * Simulates variants of two experiments, which may be one.
   *
   * @param phases number of launch phases of each variant
   */
  public static void run(
      Experiment one,
      Collection<Variant> first,
      Experiment other,
      Collection<Variant> second,
      int phases) {
    if (one == other) {
      one.run(Stream.concat(first.stream(), second.stream()).toList(), phases);
    } else {
      one.run(first, phases);
      other.run(second, phases);
    }
  }

  /** Returns the number of simulations that have ended. */
  public int done() {
    return time.done();
  }

  public boolean isKnown(Variant variant, int phase) {
    return results.result(request(new Point(variant, phase))).isPresent();
  }

  /** Returns the completed result of a variant at a launch phase; the run may have failed. */
  public RunResult result(Variant variant, int phase) {
    return results.result(request(new Point(variant, phase))).orElseThrow().named(variant.spec());
  }

  /** Returns the completed results of a variant at the launch phases from 0 on. */
  public Outcome outcome(Variant variant, int phases) {
    return new Outcome(
        IntStream.range(0, phases).mapToObj(k -> result(variant, k)).toList(), options.kernels());
  }

  /**
   * Returns the completed results of a variant.
   *
   * @throws UnexplainedException if a run was refused or failed
   */
  public Outcome simulated(Variant variant, int phases) {
    return outcome(variant, phases).simulated(variant.words());
  }

  /** Returns whether two variants had the same events and time at launch phase 0. */
  public boolean isSame(Variant one, Variant other) {
    RunResult first = simulated(one, 1).first();
    RunResult second = result(other, 0);
    return second.isSimulated()
        && first.fingerprint().equals(second.fingerprint())
        && first.picos() == second.picos();
  }

  @Override
  public void close() {
    results.close();
  }
}
