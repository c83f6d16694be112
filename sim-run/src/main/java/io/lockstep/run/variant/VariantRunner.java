package io.lockstep.run.variant;

import io.lockstep.execute.ExecutionException;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Failure;
import io.lockstep.run.Memory;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.Runner;
import io.lockstep.run.SharedProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs many requests: those of one workload and parameters share one execution, each thread
 * simulates one at a time, and each costs only itself if it fails.
 *
 * <p>Results come in the requested order and are the same whatever the threads and the store. One
 * call of {@link #run} at a time; {@link #standing} is for any thread. Closing it deletes what was
 * kept of executions.
 */
public final class VariantRunner implements AutoCloseable {
  /** Second tries of requests that end for want of memory again: then it is not for others. */
  private static final int MOST_IN_VAIN = 2;

  private final VariantOptions options;
  private final Runner runner;
  private final RequestText texts;
  private final Programs programs = new Programs();
  private volatile Batch batch; // of the call that began last, or null

  /**
   * @param catalogue models behind specifications
   * @param frontends readers of kernels
   * @param options threads, limits, store
   */
  public VariantRunner(
      Catalogue catalogue, List<KernelFrontend> frontends, VariantOptions options) {
    this.options = options;
    runner = new Runner(catalogue, frontends).telling(options.notes());
    texts = new RequestText(catalogue, frontends, options.run());
  }

  /**
   * Describes a request as text: contents, values and versions, without paths. Reads the workload
   * and compiles its kernels.
   *
   * @param request what is asked for
   * @return lines of a name and a value each
   * @throws InputException where the workload is wrong
   */
  public String text(Request request) {
    try (SharedProgram program =
        SharedProgram.open(runner, request.workload(), request.parameters(), options.run())) {
      return texts.of(request, texts.program(request.workload(), program, true));
    }
  }

  /**
   * {@return SHA-256 of {@link #text}, as 64 hexadecimal digits}
   *
   * @param request what is asked for
   * @throws InputException where the workload is wrong
   */
  public String key(Request request) {
    return Digests.sha256(text(request));
  }

  /**
   * Runs requests. Errors of a workload, a specification or a model are in the affected results,
   * unless {@link VariantOptions#strict}.
   *
   * @param requests in the order of the results
   * @param listener notified of each completed request
   * @return one result for each, in their order
   * @throws InputException if the options are strict: the error of the first request with one
   * @throws OutputException if a result or an execution cannot be stored
   * @throws IllegalStateException if the thread is interrupted; {@link #standing} has the completed
   *     results
   */
  public List<RunResult> run(List<Request> requests, VariantListener listener) {
    RunOptions all = options.run();
    int lanes = Math.max(1, Math.min(all.threads(), requests.size()));
    RunOptions each =
        all.withThreads(Math.max(1, all.threads() / Math.max(1, requests.size())), all.waiting());
    Batch begun = new Batch(requests, listener, lanes);
    batch = begun;
    List<Thread> threads = new ArrayList<>();
    for (int i = 1; i <= lanes; i++) {
      Thread lane = new Thread(() -> work(begun, each), "lockstep-variants-" + i);
      lane.setDaemon(true);
      lane.start();
      threads.add(lane);
    }
    boolean interrupted = false;
    for (Thread lane : threads) {
      while (lane.isAlive()) {
        try {
          lane.join();
        } catch (InterruptedException e) {
          interrupted = true;
          begun.stop(new IllegalStateException("interrupted", e));
          threads.forEach(Thread::interrupt);
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    begun.rethrow();
    secondTries(begun, each);
    return begun.standing();
  }

  /**
   * {@return the current results of the last call} Unfinished requests are failed as interrupted,
   * those whose workload has not been read are left out. For any thread.
   */
  public List<RunResult> standing() {
    Batch begun = batch;
    return begun == null ? List.of() : begun.standing();
  }

  private void work(Batch all, RunOptions each) {
    try {
      for (Batch.Task task = all.next(); task != null; task = all.next()) {
        if (task.index() < 0) {
          prepare(all, task.group(), each);
        } else {
          simulate(all, task, each);
        }
      }
    } catch (InterruptedException e) {
      all.stop(new IllegalStateException("interrupted", e));
    } catch (RuntimeException | Error e) {
      all.stop(e);
    }
  }

  /** Reads a workload, looks for results and executes it where some are not there. */
  private void prepare(Batch all, Batch.Group group, RunOptions each) {
    Request first = all.request(all.waiting(group).get(0));
    Programs.Lease lease = null;
    try {
      SharedProgram opened = SharedProgram.open(runner, first.workload(), first.parameters(), each);
      boolean single = all.waiting(group).size() == 1 && opened.canRunOnce(each);
      String text =
          single && !isStoring() ? "" : texts.program(first.workload(), opened, isStoring());
      all.read(group, opened, text);
      find(all, group, text);
      if (all.waiting(group).isEmpty()) {
        opened.close();
        all.dropped();
      } else if (single) {
        once(all, group, opened, each);
      } else {
        lease = programs.lease(text, opened);
        Optional<String> late = lease.execute(each);
        if (late.isPresent()) {
          programs.release(lease, false);
          SharedProgram program = opened;
          end(all, group, i -> program.without(all.target(i), Failure.TIME_LIMIT, late.get()));
        } else {
          all.prepared(group, lease);
        }
      }
    } catch (InputException | ExecutionException e) {
      end(all, group, e, lease);
    } catch (OutOfMemoryError e) {
      release(lease);
      end(all, group, i -> failed(all.request(i), Failure.MEMORY, Memory.exhausted(e)));
    }
  }

  private void release(Programs.Lease lease) {
    if (lease != null) {
      programs.release(lease, false);
    }
  }

  private interface Ended {
    RunResult of(int index);
  }

  /** Fails the remaining requests of a group with the given reason. */
  private static void end(Batch all, Batch.Group group, Ended how) {
    all.waiting(group).forEach(i -> all.done(i, how.of(i)));
    all.dropped();
  }

  private void end(Batch all, Batch.Group group, RuntimeException e, Programs.Lease lease) {
    release(lease);
    if (options.strict()) {
      all.fault(all.waiting(group).get(0), e);
    }
    end(all, group, i -> failed(all.request(i), Failure.INPUT, e.getMessage()));
  }

  private static RunResult failed(Request request, Failure why, String message) {
    String name = request.workload().getFileName().toString();
    return RunResult.failed(name, request.parameters(), request.spec(), why, message);
  }

  /** A single request: nothing has to be kept. */
  private void once(Batch all, Batch.Group group, SharedProgram program, RunOptions each) {
    int index = all.waiting(group).get(0);
    Request request = all.request(index);
    RunResult result = program.runOnce(all.target(index), phased(each, request.phase()));
    keep(request, group.text(), result);
    all.done(index, result);
    all.dropped();
  }

  private void simulate(Batch all, Batch.Task task, RunOptions each) {
    Request request = all.request(task.index());
    Programs.Lease lease = task.group().lease();
    long from = System.nanoTime();
    RunResult result;
    try {
      result = lease.program().run(all.target(task.index()), phased(each, request.phase()));
      keep(request, task.group().text(), result);
    } catch (InputException | ExecutionException e) {
      if (options.strict()) {
        all.fault(task.index(), e);
      }
      result = lease.program().without(all.target(task.index()), Failure.INPUT, e.getMessage());
    }
    if (all.simulated(task, result, System.nanoTime() - from)) {
      programs.release(lease, true);
    }
  }

  /** Once more and alone, what may have failed for what another one has held. */
  private void secondTries(Batch all, RunOptions each) {
    int failed = 0;
    List<Integer> again = all.failed(Failure.MEMORY);
    for (int index : again.size() > 0 && all.standing().size() > 1 ? again : List.<Integer>of()) {
      Request request = all.request(index);
      if (failed == MOST_IN_VAIN) {
        return;
      }
      RunOptions alone = phased(each, request.phase());
      RunResult result =
          runner
              .run(request.workload(), request.parameters(), List.of(all.target(index)), alone)
              .get(0);
      all.again(index, result);
      failed += result.failure() == Failure.MEMORY ? 1 : 0;
    }
  }

  // ------------------------------------------------------------------ the store

  /** Figures of the machine are never kept. */
  private boolean isStoring() {
    // What a store keeps of a result has no times by line or over time.
    return options.store().isPresent()
        && !options.run().host()
        && !options.run().byLine()
        && !options.run().byTime()
        && !options.run().criticalPath();
  }

  private void find(Batch all, Batch.Group group, String program) {
    if (!isStoring()) {
      return;
    }
    ResultStore store = options.store().get();
    for (int index : all.waiting(group)) {
      Request request = all.request(index);
      String text = texts.of(request, program);
      Optional<RunResult> found = store.find(Digests.sha256(text));
      if (found.isEmpty() && !request.spec().overrides().isEmpty()) {
        found = store.find(Digests.sha256(RequestText.inWords(text, request)));
      }
      found.ifPresent(result -> all.done(index, result.setting(request.spec().overrides())));
    }
  }

  /** Keeps what would be the same another time; messages of refusals may name overrides. */
  private void keep(Request request, String program, RunResult result) {
    if (isStoring() && result.failure() == null && result.host() == null) {
      String text = texts.of(request, program);
      boolean plain = result.isSimulated() || request.spec().overrides().isEmpty();
      String whole = plain ? text : RequestText.inWords(text, request);
      options.store().get().add(Digests.sha256(whole), result);
    }
  }

  /** The one place where a request's launch phase is applied. */
  static RunOptions phased(RunOptions options, int phase) {
    return phase == 0 ? options : options.with().phase(options.phase() + phase).build();
  }

  @Override
  public void close() {
    programs.close();
  }
}
