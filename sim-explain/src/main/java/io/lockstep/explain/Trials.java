package io.lockstep.explain;

import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
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
 * Results of one workload by specification and launch phase: each is simulated once. Not
 * thread-safe; simulates on several threads.
 */
public final class Trials implements AutoCloseable {
  private final ProgramKey program;
  private final KnownResults results;
  private final TrialOptions options;
  private final WallTime time;
  private final Map<List<String>, DeviceSpec> same = new HashMap<>(); // by what they hold

  /**
   * Creates trials of a workload.
   *
   * @param workload a workload file, or a trace
   * @param parameters of the workload; a trace takes none
   * @param catalogue models behind specifications
   * @param frontends readers of kernels
   * @param options of simulations
   * @param listener notified of progress
   */
  public Trials(
      Path workload,
      Map<String, String> parameters,
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      TrialOptions options,
      StudyProgress listener) {
    program = new ProgramKey(workload, new TreeMap<>(parameters));
    this.options = options;
    time = new WallTime(options.limit(), listener);
    results = new KnownResults(catalogue, frontends, options.study().strictly());
  }

  /**
   * Simulates specifications without results.
   *
   * @param specs legal ones
   * @param from the first launch phase
   * @param to the one after the last
   * @throws io.lockstep.io.InputException if the workload is wrong
   * @throws UnexplainedException if time is up
   */
  public void run(Collection<DeviceSpec> specs, int from, int to) {
    runAll(specs.stream().map(this::trial).toList(), from, to);
  }

  /**
   * Simulates variants without results. Those of equal parameters share one execution, whatever
   * their devices and changes of lines.
   *
   * @param trials variants of the workload
   * @param from the first launch phase
   * @param to the one after the last
   * @throws io.lockstep.io.InputException if the workload is wrong, or lacks a line to be changed
   * @throws UnexplainedException if time is up
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

  /**
   * {@return the variant with the parameters that the trials were created with}
   *
   * @param spec a legal specification
   */
  public Trial trial(DeviceSpec spec) {
    return new Trial(spec, program.parameters());
  }

  /** The request of a variant; specifications with equal contents share one. */
  private Request request(Trial trial, int phase) {
    DeviceSpec spec = trial.spec();
    DeviceSpec first = same.computeIfAbsent(List.of(spec.family(), spec.hash()), key -> spec);
    return new Request(new ProgramKey(program.workload(), trial.parameters()), first, phase, "");
  }

  /**
   * {@return whether a specification has been simulated}
   *
   * @param spec any
   * @param phase launch phase
   */
  public boolean isKnown(DeviceSpec spec, int phase) {
    return results.result(request(trial(spec), phase)).isPresent();
  }

  /** {@return how many have been simulated} */
  public int done() {
    return time.done();
  }

  /**
   * {@return a result with any outcome}
   *
   * @param spec one simulated at this phase
   * @param phase launch phase
   */
  public RunResult result(DeviceSpec spec, int phase) {
    return result(trial(spec), phase);
  }

  /**
   * {@return the result of a variant with any outcome}
   *
   * @param trial one simulated at this phase
   * @param phase launch phase
   */
  public RunResult result(Trial trial, int phase) {
    return results.result(request(trial, phase)).orElseThrow();
  }

  /**
   * {@return times at the first launch phases, in picoseconds}
   *
   * @param spec one simulated to its end
   * @param phases number of phases
   */
  public List<Long> picos(DeviceSpec spec, int phases) {
    return picos(trial(spec), phases);
  }

  /**
   * {@return times of a variant at the first launch phases, in picoseconds}
   *
   * @param trial one simulated to its end
   * @param phases number of phases
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
   * Requires that a device itself has a time at all phases.
   *
   * @param device its name
   * @param spec one that was simulated
   * @param phases number of phases
   * @throws UnexplainedException if it refuses the workload or fails, or takes no time
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
