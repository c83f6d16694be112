// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.run.Installed;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.KnownResults;
import io.lockstep.study.StudyProgress;
import io.lockstep.study.point.ProgramKey;
import io.lockstep.study.point.Request;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Results of one workload by specification and launch phase. Each is simulated once. Not
 * thread-safe, but simulates on several threads.
 */
public final class Trials implements AutoCloseable {
  private final ProgramKey program;
  private final KnownResults results;
  private final TrialOptions options;
  private final WallTime time;
  private final Map<List<String>, DeviceSpec> same = new HashMap<>(); // key: family and hash

  /**
   * Creates trials of a workload file or a trace.
   *
   * @param parameters parameters of the workload; a trace takes none
   */
  public Trials(
      Path workload,
      Map<String, String> parameters,
      Installed installed,
      TrialOptions options,
      StudyProgress listener) {
    program = new ProgramKey(workload, new TreeMap<>(parameters));
    this.options = options;
    time = new WallTime(options.limit(), listener);
    results =
        new KnownResults(installed.catalogue(), installed.frontends(), options.study().strictly());
  }

  /**
   * Simulates specifications that have no result yet.
   *
   * @param specs legal specifications
   * @param from first launch phase
   * @param to last launch phase, exclusive
   * @throws io.lockstep.io.InputException if the workload is wrong
   * @throws UnexplainedException if the time limit is reached
   */
  public void run(Collection<DeviceSpec> specs, int from, int to) {
    runAll(specs.stream().map(this::trial).toList(), from, to);
  }

  /**
   * Simulates variants that have no result yet. Variants with equal parameters share one execution,
   * regardless of their devices and line changes.
   *
   * @param from first launch phase
   * @param to last launch phase, exclusive
   * @throws io.lockstep.io.InputException if the workload is wrong, or lacks a line to be changed
   * @throws UnexplainedException if the time limit is reached
   */
  public void runAll(Collection<Trial> trials, int from, int to) {
    List<Request> wanted = new ArrayList<>();
    for (Trial trial : trials) {
      for (int phase = from; phase < to; phase++) {
        wanted.add(request(trial, phase));
      }
    }
    int more = results.unknown(wanted).size();
    if (more > 0) {
      time.expect(more);
      results.run(wanted, (done, all, name) -> time.ended(name));
    }
  }

  /** Returns a variant with this specification and the parameters given at construction. */
  public Trial trial(DeviceSpec spec) {
    return new Trial(spec, program.parameters());
  }

  /** Returns the request of a variant. Specifications with equal contents share one request. */
  private Request request(Trial trial, int phase) {
    DeviceSpec spec = trial.spec();
    DeviceSpec first = same.computeIfAbsent(List.of(spec.family(), spec.hash()), key -> spec);
    return new Request(new ProgramKey(program.workload(), trial.parameters()), first, phase, "");
  }

  public boolean isKnown(DeviceSpec spec, int phase) {
    return results.result(request(trial(spec), phase)).isPresent();
  }

  public int done() {
    return time.done();
  }

  /** Returns the completed result of a specification at a phase; the run may have failed. */
  public RunResult result(DeviceSpec spec, int phase) {
    return result(trial(spec), phase);
  }

  /** Returns the completed result of a variant at a phase; the run may have failed. */
  public RunResult result(Trial trial, int phase) {
    return results.result(request(trial, phase)).orElseThrow();
  }

  /**
   * Returns the times at the first launch phases, in picoseconds.
   *
   * @param spec a specification whose simulations completed
   */
  public List<Long> picos(DeviceSpec spec, int phases) {
    return picos(trial(spec), phases);
  }

  /**
   * Returns the times of a variant at the first launch phases, in picoseconds.
   *
   * @param trial a variant whose simulations completed
   */
  public List<Long> picos(Trial trial, int phases) {
    List<Long> picos = new ArrayList<>();
    for (int k = 0; k < phases; k++) {
      RunResult result = result(trial, k);
      picos.add(options.kernels() ? result.kernelPicos() : result.picos());
    }
    return picos;
  }

  /**
   * Throws unless a device has a time at all phases.
   *
   * @param device name of the device, for messages
   * @throws UnexplainedException if the device refuses the workload, fails, or takes no time
   */
  public void require(String device, DeviceSpec spec, int phases) {
    for (int k = 0; k < phases; k++) {
      RunResult result = result(spec, k);
      if (!result.isSimulated()) {
        boolean refused = result.status() == RunStatus.REFUSED;
        throw new UnexplainedException(
            refused ? UnexplainedException.Why.REFUSED : UnexplainedException.Why.FAILED,
            device + (refused ? " refuses it: " : " failed: ") + result.message());
      }
    }
    if (picos(spec, phases).contains(0L)) {
      throw new UnexplainedException(
          UnexplainedException.Why.REFUSED,
          device + " takes no time for it; --timing says which time counts");
    }
  }

  @Override
  public void close() {
    results.close();
  }
}
