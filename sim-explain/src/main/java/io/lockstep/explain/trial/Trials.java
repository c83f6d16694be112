package io.lockstep.explain.trial;

import io.lockstep.explain.ExplainListener;
import io.lockstep.explain.UnexplainedException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.variant.Request;
import io.lockstep.run.variant.VariantOptions;
import io.lockstep.run.variant.VariantRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Results of one workload by specification and launch phase: each is simulated once. Not
 * thread-safe; simulates on several threads.
 */
public final class Trials implements AutoCloseable {
  private record Point(String family, String hash, int phase) {
    static Point of(DeviceSpec spec, int phase) {
      return new Point(spec.family(), spec.hash(), phase);
    }
  }

  private final Path workload;
  private final Map<String, String> parameters;
  private final VariantRunner runner;
  private final TrialOptions options;
  private final WallTime time;
  private final Map<Point, RunResult> known = new HashMap<>();

  /**
   * Simulates nothing yet.
   *
   * @param workload a workload file, or a trace
   * @param parameters of the workload; a trace takes none
   * @param catalogue models behind specifications
   * @param frontends readers of kernels
   * @param options how they are simulated
   * @param listener notified of progress
   */
  public Trials(
      Path workload,
      Map<String, String> parameters,
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      TrialOptions options,
      ExplainListener listener) {
    this.workload = workload;
    this.parameters = Map.copyOf(parameters);
    this.options = options;
    time = new WallTime(options.limit(), listener);
    runner =
        new VariantRunner(
            catalogue,
            frontends,
            VariantOptions.defaults()
                .with(options.run())
                .with(options.store())
                .telling(options.told())
                .strictly());
  }

  /**
   * Simulates specifications without results.
   *
   * @param specs legal ones
   * @param from the first launch phase
   * @param to the one behind the last
   * @throws io.lockstep.io.InputException where the workload is wrong
   * @throws UnexplainedException where time is up
   */
  public void run(Collection<DeviceSpec> specs, int from, int to) {
    Map<Point, Request> wanted = new LinkedHashMap<>();
    for (DeviceSpec spec : specs) {
      for (int phase = from; phase < to; phase++) {
        Point point = Point.of(spec, phase);
        if (!known.containsKey(point)) {
          wanted.put(point, new Request(workload, parameters, spec, phase));
        }
      }
    }
    if (wanted.isEmpty()) {
      return;
    }
    time.expect(wanted.size());
    List<RunResult> results =
        runner.run(List.copyOf(wanted.values()), (request, result) -> time.ended());
    List<Point> points = new ArrayList<>(wanted.keySet());
    for (int i = 0; i < points.size(); i++) {
      known.put(points.get(i), results.get(i));
    }
  }

  /**
   * {@return a result with any outcome}
   *
   * @param spec one that was simulated at this phase
   * @param phase launch phase
   */
  public RunResult result(DeviceSpec spec, int phase) {
    return known.get(Point.of(spec, phase));
  }

  /**
   * {@return times at the first launch phases, in picoseconds}
   *
   * @param spec one that was simulated to its end
   * @param phases how many
   */
  public List<Long> picos(DeviceSpec spec, int phases) {
    List<Long> picos = new ArrayList<>();
    for (int k = 0; k < phases; k++) {
      RunResult result = result(spec, k);
      picos.add(options.kernels() ? result.kernelPicos() : result.picos());
    }
    return picos;
  }

  /**
   * Requires that a device itself has a time at all phases.
   *
   * @param device as it was named
   * @param spec one that was simulated
   * @param phases how many
   * @throws UnexplainedException where it refuses the workload or fails, or takes no time
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
    runner.close();
  }
}
