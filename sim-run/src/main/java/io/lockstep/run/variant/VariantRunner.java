package io.lockstep.run.variant;

import io.lockstep.execute.ExecutionException;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Failure;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.Runner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs many requests: those of one workload and parameters share one execution, all cores are busy,
 * and each costs only itself if it fails.
 *
 * <p>Results come in the order asked for and are the same whatever the threads and the store.
 */
public final class VariantRunner implements AutoCloseable {
  private final VariantOptions options;
  private final Runner runner;
  private final RequestText texts;

  /**
   * @param catalogue models behind specifications
   * @param frontends readers of kernels
   * @param options threads, limits, store
   */
  public VariantRunner(
      Catalogue catalogue, List<KernelFrontend> frontends, VariantOptions options) {
    this.options = options;
    runner = new Runner(catalogue, frontends).telling(options.notes());
    texts = new RequestText(runner, catalogue, frontends, options.run());
  }

  /**
   * What a request asks for as text: contents, values and versions, no paths. Reads the workload
   * and compiles its kernels.
   *
   * @throws InputException where the workload is wrong
   */
  public String text(Request request) {
    return texts.of(request);
  }

  /**
   * SHA-256 of {@link #text}, as 64 hexadecimal digits.
   *
   * @throws InputException where the workload is wrong
   */
  public String key(Request request) {
    return Digests.sha256(text(request));
  }

  /**
   * Runs requests.
   *
   * @return one result for each, in their order
   */
  public List<RunResult> run(List<Request> requests, VariantListener listener) {
    Map<String, List<Integer>> groups = new LinkedHashMap<>();
    for (int i = 0; i < requests.size(); i++) {
      Request r = requests.get(i);
      groups
          .computeIfAbsent(r.workload() + "\n" + r.parameters() + r.phase(), k -> new ArrayList<>())
          .add(i);
    }
    RunResult[] results = new RunResult[requests.size()];
    for (List<Integer> group : groups.values()) {
      Request first = requests.get(group.get(0));
      List<Runner.Target> targets = new ArrayList<>();
      group.forEach(
          i -> targets.add(new Runner.Target(requests.get(i).spec(), requests.get(i).problem())));
      List<RunResult> found = new ArrayList<>();
      try {
        found.addAll(
            runner.run(
                first.workload(),
                first.parameters(),
                targets,
                phased(options.run(), first.phase())));
      } catch (InputException | ExecutionException | OutputException e) {
        if (options.strict()) {
          throw e;
        }
        group.forEach(
            i ->
                found.add(
                    RunResult.failed(
                        first.workload().getFileName().toString(),
                        first.parameters(),
                        requests.get(i).spec(),
                        Failure.INPUT,
                        e.getMessage())));
      }
      for (int i = 0; i < group.size(); i++) {
        results[group.get(i)] = found.get(i);
        listener.done(requests.get(group.get(i)), found.get(i));
      }
    }
    return List.of(results);
  }

  /** The one place where a launch phase is applied. */
  static RunOptions phased(RunOptions options, int phase) {
    return options;
  }

  @Override
  public void close() {}
}
