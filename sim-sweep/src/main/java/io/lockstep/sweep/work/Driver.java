// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

import io.lockstep.io.OutputException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.run.WallLimits;
import io.lockstep.study.StudyWorkers;
import io.lockstep.study.point.Point;
import io.lockstep.study.point.PointRequests;
import io.lockstep.study.program.ProgramPool;
import io.lockstep.study.program.TraceCache;
import io.lockstep.study.program.TraceStore;
import io.lockstep.study.store.ResultStore;
import io.lockstep.study.work.Ended;
import io.lockstep.study.work.Lane;
import io.lockstep.study.work.LaneListener;
import io.lockstep.study.work.LaneThreads;
import io.lockstep.study.work.PointComputer;
import io.lockstep.study.work.ProcessLane;
import io.lockstep.study.work.Task;
import io.lockstep.study.work.ThreadLane;
import io.lockstep.study.work.TraceAgreement;
import io.lockstep.study.work.WorkQueue;
import io.lockstep.study.work.Worker;
import io.lockstep.study.work.WorkerProcesses;
import io.lockstep.study.work.WorkerSetup;
import io.lockstep.sweep.point.Plan;
import io.lockstep.sweep.store.Damage;
import io.lockstep.sweep.store.SegmentFile;
import io.lockstep.sweep.store.SweepFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Computes the points of a sweep, or of a part of it, that have no row yet, by threads or
 * processes. Each row is stored durably before it counts. Therefore another driver can continue
 * after a kill at any moment, and two concurrent drivers lose no rows.
 *
 * <p>{@link #run} may be called once, by one thread; the other methods are thread-safe.
 */
public final class Driver {
  /** Name of the file whose presence in the folder stops all processes of the sweep. */
  public static final String CANCEL = "cancel";

  private final SweepFolder sweep;
  private final Plan plan;
  private final SweepPart part;
  private final Catalogue catalogue;
  private final List<KernelFrontend> frontends;
  private final WorkOptions options;
  private final TraceAgreement agreement = new TraceAgreement();
  private volatile PointStates standing; // null before rows are read
  private volatile LaneThreads<Point> crew; // null before the work starts
  private volatile boolean stopped;
  private volatile boolean cancelled;
  private volatile int violations;
  private volatile long computed;

  public Driver(
      SweepFolder sweep,
      Plan plan,
      SweepPart part,
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      WorkOptions options) {
    this.sweep = sweep;
    this.plan = plan;
    this.part = part;
    this.catalogue = catalogue;
    this.frontends = List.copyOf(frontends);
    this.options = options;
  }

  /** Reads the existing rows; {@link #run} does so if necessary. */
  public Count look() {
    if (standing == null) {
      standing = new PointStates(sweep, part, options.existing());
      standing.refresh(this::tell);
      BitSet wrong = standing.contradicted();
      if (!wrong.isEmpty()) {
        violated(wrong.cardinality(), "points " + wrong + " have rows that differ");
      }
      if (options.existing().retry()) {
        standing.tally().retry();
      }
      OldRows.replace(plan, standing, catalogue, frontends, options);
    }
    return count();
  }

  private void tell(Damage damage) {
    options.notes().accept(damage.text());
  }

  /** Returns the number of points by state; only valid after {@link #look}. */
  public Count count() {
    return standing.tally().count();
  }

  /** Returns the number of points computed by this driver. */
  public long computed() {
    return computed;
  }

  /**
   * Returns the number of points that contradict other points, by a different trace of the same
   * program or by differing rows.
   */
  public int violations() {
    return violations;
  }

  public boolean isCancelled() {
    return cancelled;
  }

  /**
   * Computes the missing points.
   *
   * @throws OutputException if rows cannot be written, for example on a full disk
   * @throws io.lockstep.io.InputException if no point can be computed
   */
  public Count run() {
    look();
    folders();
    RunOptions run = limited();
    boolean processes = isByProcesses();
    int workers = (int) Math.max(1, Math.min(options.workers(), count().missing()));
    WorkQueue<Point> queue = new WorkQueue<>(new Missing());
    TraceStore traces =
        part.name().startsWith("local") && !processes
            ? TraceStore.NONE
            : new TraceCache(cache(sweep.root()), TraceCache.USUAL_BYTES);
    try (ProgramPool pool = new ProgramPool(catalogue, frontends, run, traces, options.notes());
        SegmentFile rows = new SegmentFile(sweep, part.name());
        WorkerProcesses all = processes(run)) {
      ResultStore store = outcome -> rows.add(standing.next(outcome));
      PointComputer computer = new PointComputer(pool, store, run, plan.kept());
      PointRequests requests = new PointRequests(catalogue);
      LaneListener<Point> none = new LaneListener<>() {};
      Worker worker = Worker.here(part.name());
      List<Lane<Point>> lanes = new ArrayList<>();
      for (int i = 1; i <= workers; i++) {
        ThreadLane<Point> here = new ThreadLane<>(computer, requests, worker, none);
        lanes.add(processes ? new ProcessLane<>(here, all, i) : here);
      }
      LaneThreads<Point> begun = new LaneThreads<>(queue, lanes, !processes, this::ended);
      crew = begun;
      lookForCancel(); // a cancelled sweep does not start work
      if (stopped) {
        begun.stop();
      }
      begun.run(this::lookForCancel);
    }
    return count();
  }

  /** Returns the cache of traces that the processes of a sweep share. */
  private static Path cache(Path folder) {
    return folder.resolve("cache");
  }

  private boolean isByProcesses() {
    return options.lanes().kind() == StudyWorkers.Kind.PROCESSES
        || plan.limits().memoryBytes().isPresent();
  }

  /** Applies the time limit of a point to both execution and simulation. */
  private RunOptions limited() {
    WallLimits usual = options.run().limits();
    return options
        .run()
        .with()
        .threads(1)
        .limits(plan.limits().time().map(usual::withRun).orElse(usual))
        .build();
  }

  private WorkerProcesses processes(RunOptions run) {
    return new WorkerProcesses(
        catalogue,
        new WorkerSetup(run, plan.kept(), Optional.of(cache(sweep.root())), true),
        options.lanes().plugins(),
        plan.limits().memoryBytes(),
        Optional.of(sweep.root().resolve("logs")));
  }

  private void folders() {
    try {
      Files.createDirectories(sweep.results());
      Files.createDirectories(sweep.root().resolve("logs"));
    } catch (IOException e) {
      throw new OutputException(sweep.root().toString(), e);
    }
  }

  private void lookForCancel() {
    if (Files.exists(sweep.root().resolve(CANCEL))) {
      cancelled = true;
      stop();
    }
  }

  /** Stops the work; points being computed stay missing. Thread-safe. */
  public void stop() {
    stopped = true;
    LaneThreads<Point> current = crew;
    if (current != null) {
      current.stop();
    }
  }

  /** Records a completed point; synchronized, since any lane may call it. */
  private synchronized void ended(Task<Point> task, Ended how) {
    standing.tally().row(task.point().index(), how.verdict(), how.isRepeatable());
    computed++;
    agree(task.point(), TraceAgreement.digits(how.trace()));
    if (options.failFast() && !how.verdict().isOk()) {
      stop();
    }
  }

  private synchronized void agree(Point point, long trace) {
    if (!agreement.holds(point, trace)) {
      violated(
          1,
          ("point %s (%s %s on %s) was simulated from another trace than others of its"
                  + " program")
              .formatted(
                  point.index(),
                  point.workload().getFileName(),
                  point.parameters(),
                  point.device()));
    }
  }

  private void violated(int points, String what) {
    violations += points;
    options.notes().accept("violation of determinism: " + what);
  }

  /** Iterates over the points without a row and checks the traces of the points in between. */
  private final class Missing implements Iterator<Point> {
    private final Iterator<Point> all = plan.iterator();
    private Point next;

    @Override
    public boolean hasNext() {
      while (next == null && all.hasNext()) {
        Point point = all.next();
        if (standing.tally().isMissing(point.index())) {
          next = point;
        } else if (!options.existing().keepOld()) {
          agree(point, standing.trace(point.index()));
        }
      }
      return next != null;
    }

    @Override
    public Point next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      Point point = next;
      next = null;
      return point;
    }
  }
}
