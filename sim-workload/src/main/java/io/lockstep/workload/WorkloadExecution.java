// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.launch.ImageViews;
import io.lockstep.execute.launch.KernelOutput;
import io.lockstep.execute.launch.LaunchResources;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.workload.element.BufferContents;
import io.lockstep.workload.expression.Scope;
import io.lockstep.workload.launch.LaunchDependences;
import io.lockstep.workload.launch.LaunchNotice;
import io.lockstep.workload.launch.LaunchRunner;
import io.lockstep.workload.launch.LocalLayout;
import io.lockstep.workload.step.BufferDeclaration;
import io.lockstep.workload.step.Step;
import io.lockstep.workload.step.StepWalker;
import io.lockstep.workload.stream.EventOrder;
import io.lockstep.workload.stream.HostCopies;
import io.lockstep.workload.stream.StreamRaces;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Executes a workload functionally: provides its host steps in order, and its work-groups one at a
 * time on request. After the last step, buffers are compared with the expectations.
 *
 * <p>Memory is bounded by the limit of the options for touched pages, and by the current record.
 * Not thread-safe.
 */
public final class WorkloadExecution implements ProgramSource {
  private final BoundWorkload bound;
  private final ExecutionOptions options;
  private final Optional<LaunchRunner> runner; // empty if launches are executed here
  private final KernelLibrary kernels;
  private final DeviceState device;
  private final HostCopies copies;
  private final HostProgram host;
  private final DeviceSteps steps;
  private final StreamRaces races;
  private final Map<Kernel, Integer> launched = new IdentityHashMap<>(); // never iterated
  private final Program program;
  private final StepWalker walker;
  private final KernelOutput output = new KernelOutput();
  private final LaunchedGroups groups;
  private int number;
  private LaunchNotice notice = new LaunchNotice(note -> {});
  private HostStep.Launch running; // null between launches
  private KernelLibrary.Entry entry; // kernel of the running launch
  private Step reached; // step that waits for its transfers, or null
  private boolean ended;
  private Outcome outcome;
  private RuleResults others; // or null
  private String executedBy;

  /** Creates an execution with default limits. */
  public WorkloadExecution(BoundWorkload bound, List<KernelFrontend> frontends) {
    this(bound, frontends, ExecutionOptions.defaults());
  }

  /**
   * Reads kernels, checks all launches against them and allocates buffers, without executing
   * anything.
   *
   * @param frontends front-ends, chosen by file name extension
   * @throws InputException if a file, a kernel or an argument list is invalid
   */
  public WorkloadExecution(
      BoundWorkload bound, List<KernelFrontend> frontends, ExecutionOptions options) {
    this(bound, KernelLibrary.read(bound, frontends), options, Optional.empty());
  }

  private WorkloadExecution(
      BoundWorkload bound,
      KernelLibrary kernels,
      ExecutionOptions options,
      Optional<LaunchRunner> runner) {
    this.bound = bound;
    this.options = options;
    this.runner = runner;
    this.kernels = kernels;
    checkLaunches(bound.workload().steps());
    if (runner.isEmpty()) {
      ExpectationCheck.prepare(bound);
    }
    this.device = new DeviceState(bound, kernels, options.memoryBytes());
    List<Kernel> list = new ArrayList<>();
    for (KernelLibrary.Entry entry : kernels.all()) {
      if (launched.containsKey(entry.kernel())) {
        launched.put(entry.kernel(), list.size());
        list.add(entry.portable());
      }
    }
    this.races = new StreamRaces(bound.workload().streams(), device.memory(), options.checks());
    this.copies = new HostCopies(device.memory(), races);
    this.groups = new LaunchedGroups(bound, device, options, races);
    this.host = new HostProgram(device, copies);
    EventOrder events = new EventOrder(bound.workload().steps(), bound.workload().streams());
    this.steps = new DeviceSteps(device, copies, events, races);
    this.program =
        new Program(
            bound.workload().name(),
            list,
            device.infos(),
            bound.parameters(),
            bound.warmups(),
            bound.workload().host().timing(),
            bound.workload().streams());
    this.walker = new StepWalker(bound.workload().steps(), bound.scope().forRun(), host);
  }

  /**
   * {@return an execution, before its first step, whose launches an external runtime executes} Host
   * steps, loops and their reads of buffers are executed here, on the data of the external runtime.
   * Launches have no work-groups, and buffers are not compared with expectations.
   */
  public static WorkloadExecution by(
      LaunchRunner runner, BoundWorkload bound, List<KernelFrontend> frontends) {
    return new WorkloadExecution(
        bound,
        KernelLibrary.read(bound, frontends),
        ExecutionOptions.defaults(),
        Optional.of(runner));
  }

  /**
   * {@return another execution of the same workload and kernels, before its first step} It uses one
   * thread, so that it executes no work-group ahead that its consumer leaves out.
   */
  public WorkloadExecution again() {
    return new WorkloadExecution(bound, kernels, options.withThreads(1), runner);
  }

  /**
   * Announces long launches before they begin.
   *
   * @param notes receives one line for each announced launch
   */
  public WorkloadExecution telling(Consumer<String> notes) {
    notice = new LaunchNotice(notes);
    return this;
  }

  /**
   * Compares the results at the end with those of other executions of the workload.
   *
   * @param name what executes this one
   */
  public WorkloadExecution comparing(RuleResults results, String name) {
    others = results;
    executedBy = name;
    return this;
  }

  /**
   * Lets the consumer leave out work-groups ({@link #skip}) of launches whose results nothing
   * reads, and whose groups are recorded alike whichever of them are executed. For executions whose
   * buffers are not used otherwise.
   *
   * @param all whether that is known of all launches: {@link #isUnread}
   */
  public WorkloadExecution leavingOut(boolean all) {
    groups.leaveOut();
    return unobserved(all);
  }

  /**
   * Lets launches whose results nothing reads compute only those on which paths and addresses
   * depend. For executions whose buffers are not used otherwise: their contents become undefined.
   *
   * @param all whether no launch needs the results of any: {@link #isUnread}
   */
  public WorkloadExecution unobserved(boolean all) {
    groups.unobserved(all);
    return this;
  }

  /**
   * {@return whether no launch needs the results of any launch: nothing reads them but launches,
   * and no path and no address depends on them} Walks all steps of this execution, which cannot be
   * used otherwise, and executes no work-group.
   */
  public boolean isUnread() {
    if (runner.isPresent() || !UnreadResults.mayBeAll(bound)) {
      return false;
    }
    LaunchDependences dependences = new LaunchDependences(device.memory().buffers());
    for (ProgramItem item = next(); item != ProgramItem.END; item = next()) {
      if (running != null) {
        groups.passOver(dependences, entry.kernel(), running.arguments());
      } else if (item instanceof HostStep.Copy copy) {
        dependences.writes(copy.to());
      }
    }
    return dependences.areNone();
  }

  /** {@return whether there is a launch whose results nothing reads} */
  public boolean hasUnreadLaunch() {
    return UnreadResults.areAny(bound);
  }

  /** {@return whether the program has one launch, and nothing reads its results} */
  public boolean isUnreadAlone() {
    return hasUnreadLaunch() && UnreadResults.launches(bound.workload().steps()) == 1;
  }

  /** {@return whether this execution may be {@link #unobserved}} */
  public boolean mayLeaveValuesOut() {
    return runner.isEmpty() && others == null;
  }

  @Override
  public boolean skip(long count) {
    return groups.skip(count);
  }

  @Override
  public Optional<WorkGroupRecord> find(long id) {
    return groups.find(id);
  }

  /** {@return a description of a work-group that takes long, or empty} Thread-safe. */
  public String longGroup() {
    return groups.longGroup();
  }

  private void checkLaunches(List<Step> steps) {
    for (Step candidate : steps) {
      if (candidate instanceof Step.Launch launch) {
        for (Kernel kernel : kernels.all(launch)) {
          LaunchCheck.arguments(LaunchCheck.inOrder(launch, kernel), kernel);
          launched.put(kernel, -1);
        }
      }
      checkLaunches(candidate.inner());
    }
  }

  @Override
  public Program program() {
    return program;
  }

  @Override
  public OptionalLong plannedGroups() {
    return GroupPlan.of(bound, kernels);
  }

  @Override
  public ProgramItem next() {
    if (running != null) {
      return groups.hasNext() ? groups.next() : finishLaunch();
    }
    if (outcome != null) {
      return ProgramItem.END;
    }
    while (true) {
      if (reached == null && !ended) {
        reached = walker.next(); // conditions may require transfers
        ended = reached == null;
        if (!ended) {
          prepare(reached.operation());
        }
      }
      HostStep step;
      if (copies.isDue()) {
        races.transfer();
        step = transfer(copies.next());
      } else if (ended) {
        outcome =
            runner.isEmpty()
                ? remarked(
                    ExpectationCheck.outcome(
                        bound, device, output.lines(), groups.workItemInstructions()))
                : new Outcome(null, "", List.of(), 0);
        return ProgramItem.END;
      } else {
        Step now = reached;
        reached = null;
        races.begin(now);
        if (host.execute(now, walker.scope())) {
          runner.ifPresent(LaunchRunner::hostStep);
          continue;
        }
        step = execute(now.operation(), walker.scope());
        if (now instanceof Step.InStream in) {
          step = new HostStep.InStream(in.stream(), step);
        }
      }
      number++;
      return step;
    }
  }

  private Outcome remarked(Outcome plain) {
    String remark = others == null ? "" : others.remark(executedBy, bound, device);
    return remark.isEmpty() || !plain.message().isEmpty()
        ? plain
        : new Outcome(plain.verified(), remark, plain.printed(), plain.workItemInstructions());
  }

  /** Uploads what the host has written before a step of the device uses it. */
  private void prepare(Step next) {
    if (next instanceof Step.Launch launch) {
      device.passed(launch, argument -> true).forEach(copies::flush);
    } else if (next instanceof Step.Copy copy) {
      copies.flush(device.buffer(copy.from()));
      copies.flush(device.buffer(copy.to()));
    } else if (next instanceof Step.Transfer transfer && !transfer.upload()) {
      copies.flush(device.buffer(transfer.buffer()));
    }
  }

  private HostStep transfer(HostCopies.Due due) {
    return due.upload()
        ? new HostStep.Upload(number, due.buffer(), due.bytes(), false)
        : new HostStep.Download(number, due.buffer(), due.bytes(), false);
  }

  private LaunchEnd finishLaunch() {
    LaunchEnd declared = LaunchEnd.of(running);
    running = null;
    return groups.finish(declared, entry, copies);
  }

  private HostStep execute(Step found, Scope scope) {
    if (found instanceof Step.Launch launch) {
      return launch(launch, scope);
    }
    runner.ifPresent(LaunchRunner::hostStep);
    return steps.execute(found, scope, number);
  }

  private HostStep launch(Step.Launch written, Scope scope) {
    entry = kernels.get(written, scope);
    Kernel kernel = entry.kernel();
    Step.Launch launch = LaunchCheck.inOrder(written, kernel);
    Geometry geometry = LaunchCheck.geometry(launch, entry, scope);
    LaunchCheck.barriers(launch, kernel);
    List<Integer> last = LaunchCheck.last(launch, entry, geometry, scope);
    long[] range = LaunchCheck.range(launch, geometry, scope);
    notice.begin(kernel, geometry);
    LocalLayout locals = LaunchCheck.locals(launch, kernel, scope);
    LaunchArguments arguments = LaunchArguments.of(launch, kernel, locals, range, device, scope);
    List<TextureInfo> textures = new ArrayList<>(arguments.textures());
    ImageViews views = ImageViews.add(kernel, arguments.words(), arguments.images(), textures);
    int[] domain = LaunchCheck.domain(launch, scope);
    int flags = 0;
    if (runner.isEmpty()) {
      groups.begin(
          written,
          entry,
          geometry,
          arguments.words(),
          locals.dynamicBytes(),
          new LaunchResources(textures, views, domain[0], domain[1], last, output));
      flags =
          (launch.cooperative() ? HostStep.Launch.COOPERATIVE : 0)
              | (last.isEmpty() ? 0 : HostStep.Launch.PARTIAL_GROUPS)
              | (entry.racesAllowed() ? HostStep.Launch.RACES_ALLOWED : 0)
              | (groups.usesAtomicValues() ? HostStep.Launch.ATOMIC_VALUES_USED : 0);
    } else {
      runner
          .get()
          .run(
              ForeignLaunches.of(launch, entry, bound, scope, geometry, range, arguments.words()),
              device.memory());
    }
    running =
        new HostStep.Launch(
            number,
            launched.get(kernel),
            geometry,
            locals.dynamicBytes(),
            arguments.words(),
            kernel.fixedWidth(),
            flags,
            List.copyOf(textures),
            domain[0],
            domain[1]);
    return running;
  }

  @Override
  public Outcome outcome() {
    if (outcome == null) {
      throw new IllegalStateException("the program has not ended");
    }
    return outcome;
  }

  /**
   * {@return the current contents of a buffer; after the last step, the final contents}
   *
   * @param where origin of the request, for the error message if there is no such buffer
   * @param name current name of the buffer, after swaps
   */
  public BufferContents contents(String where, String name) {
    if (!device.hasBuffer(name)) {
      List<String> known =
          bound.workload().buffers().stream().map(BufferDeclaration::name).toList();
      throw new InputException(
          where,
          bound.workload().file()
              + " has no buffer '"
              + name
              + "'"
              + Suggestions.hint(name, known, " (it declares none)"));
    }
    int buffer = device.buffer(name);
    return new BufferContents(device.type(buffer), device.memory(), buffer);
  }

  public BoundWorkload workload() {
    return bound;
  }

  /** {@return device memory, which the owner of this execution must close} */
  public DeviceMemory memory() {
    return device.memory();
  }

  @Override
  public void close() {
    // Nothing to release. A launch that a device has abandoned can still be completed.
  }
}
