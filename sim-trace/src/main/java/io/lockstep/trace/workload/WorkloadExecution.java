package io.lockstep.trace.workload;

import io.lockstep.trace.InputException;
import io.lockstep.trace.exec.DeviceMemory;
import io.lockstep.trace.exec.ExecutionOptions;
import io.lockstep.trace.exec.GroupExecutor;
import io.lockstep.trace.exec.KernelOutput;
import io.lockstep.trace.exec.LaunchResources;
import io.lockstep.trace.frontend.KernelFrontend;
import io.lockstep.trace.ir.Address;
import io.lockstep.trace.ir.Kernel;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.TextureInfo;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Runs a workload functionally and hands out what it did: host steps in order, work-groups one at a
 * time as they are asked for. After the last step, buffers are compared with what is expected.
 *
 * <p>Work-groups that nobody pulled are executed before the next step, so that results stay right.
 * Memory is bounded: pages that were touched, and the record at hand. One thread.
 */
public final class WorkloadExecution implements ProgramSource {
  private final BoundWorkload bound;
  private final ExecutionOptions options;
  private final KernelLibrary kernels;
  private final DeviceState device;
  private final Map<String, Integer> launched = new LinkedHashMap<>();
  private final Program program;
  private final StepWalker walker;
  private final KernelOutput output = new KernelOutput();
  private long workItemInstructions;
  private int number;
  private HostStep step;
  private Groups groups;
  private Outcome outcome;

  /** As below with generous limits. */
  public WorkloadExecution(BoundWorkload bound, List<KernelFrontend> frontends) {
    this(bound, frontends, ExecutionOptions.defaults());
  }

  /** As below with a limit on the work-item instructions of a launch. */
  public WorkloadExecution(
      BoundWorkload bound, List<KernelFrontend> frontends, long instructionBudget) {
    this(bound, frontends, ExecutionOptions.defaults().withInstructionBudget(instructionBudget));
  }

  /**
   * Reads kernels, checks all launches against them and allocates buffers; runs nothing yet.
   *
   * @param bound workload and parameters
   * @param frontends readers of kernel files, chosen by file-name ending
   * @param options limits
   * @throws InputException where a file, a kernel or an argument list does not fit
   */
  public WorkloadExecution(
      BoundWorkload bound, List<KernelFrontend> frontends, ExecutionOptions options) {
    this.bound = bound;
    this.options = options;
    this.kernels = KernelLibrary.read(bound, frontends);
    checkLaunches(bound.workload().steps());
    ExpectationCheck.prepare(bound);
    this.device = new DeviceState(bound, kernels);
    List<Kernel> list = new ArrayList<>();
    for (KernelLibrary.Entry entry : kernels.all()) {
      if (launched.containsKey(entry.kernel().name())) {
        launched.put(entry.kernel().name(), list.size());
        list.add(entry.kernel());
      }
    }
    this.program =
        new Program(
            bound.workload().name(),
            list,
            device.infos(),
            bound.parameters(),
            bound.warmups(),
            bound.workload().timing());
    this.walker = new StepWalker(bound.workload().steps(), bound.scope(), device);
  }

  private void checkLaunches(List<Step> steps) {
    for (Step candidate : steps) {
      if (candidate instanceof Step.Launch launch) {
        Kernel kernel = kernels.get(launch.kernelWhere(), launch.kernel()).kernel();
        LaunchCheck.arguments(LaunchCheck.inOrder(launch, kernel), kernel);
        launched.put(kernel.name(), -1);
      } else if (candidate instanceof Step.For loop) {
        checkLaunches(loop.steps());
      } else if (candidate instanceof Step.RepeatUntil loop) {
        checkLaunches(loop.steps());
      }
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
  public WorkGroupSource.Status next() {
    finishLaunch();
    if (outcome != null) {
      return WorkGroupSource.Status.END;
    }
    for (Step found = walker.next(); found != null; found = walker.next()) {
      if (found instanceof Step.Swap swap) {
        device.swap(swap.first(), swap.second());
        continue;
      }
      step = execute(found, walker.scope());
      number++;
      return WorkGroupSource.Status.RECORD;
    }
    step = null;
    outcome = verify();
    return WorkGroupSource.Status.END;
  }

  private void finishLaunch() {
    if (groups != null) {
      while (groups.next() == WorkGroupSource.Status.RECORD) {
        // A group that nobody pulled still changes memory.
      }
      workItemInstructions += groups.executor.workItemInstructions();
      groups.executor.report(groups.racesAllowed);
      groups = null;
    }
  }

  private HostStep execute(Step found, Scope scope) {
    DeviceMemory memory = device.memory();
    if (found instanceof Step.Launch launch) {
      return launch(launch, scope);
    }
    if (found instanceof Step.Fill fill) {
      int buffer = device.buffer(fill.buffer());
      device.fill(buffer, fill.value(), scope, memory.bytes(buffer));
      return new HostStep.Fill(number, buffer, memory.bytes(buffer));
    }
    if (found instanceof Step.Transfer transfer) {
      int buffer = device.buffer(transfer.buffer());
      long whole = memory.bytes(buffer);
      long bytes =
          transfer.bytes() == null ? whole : transfer.bytes().evaluate(scope, "bytes", 1, whole);
      if (transfer.value() != null) {
        device.fill(buffer, transfer.value(), scope, bytes);
      }
      return transfer.upload()
          ? new HostStep.Upload(number, buffer, bytes, transfer.pinned())
          : new HostStep.Download(number, buffer, bytes, transfer.pinned());
    }
    if (found instanceof Step.Copy copy) {
      int from = device.buffer(copy.from());
      int to = device.buffer(copy.to());
      long bytes = memory.bytes(from);
      if (bytes > memory.bytes(to)) {
        throw new InputException(
            copy.where(),
            "'"
                + copy.from()
                + "' has "
                + bytes
                + " bytes, '"
                + copy.to()
                + "' only "
                + memory.bytes(to));
      }
      memory.copy(from, to, bytes);
      return new HostStep.Copy(number, from, to, bytes);
    }
    return new HostStep.Synchronize(number);
  }

  private HostStep launch(Step.Launch written, Scope scope) {
    KernelLibrary.Entry entry = kernels.get(written.kernelWhere(), written.kernel());
    Kernel kernel = entry.kernel();
    Step.Launch launch = LaunchCheck.inOrder(written, kernel);
    List<TextureInfo> textures = new ArrayList<>();
    Geometry geometry = LaunchCheck.geometry(launch, entry, scope);
    LaunchCheck.LocalLayout locals = LaunchCheck.locals(launch, kernel, scope);
    List<Long> arguments = new ArrayList<>();
    for (int i = 0; i < launch.arguments().size(); i++) {
      Argument argument = launch.arguments().get(i);
      if (argument instanceof Argument.Buffer buffer) {
        arguments.add(Address.of(device.buffer(buffer.name()), 0));
      } else if (argument instanceof Argument.Scalar scalar) {
        arguments.add(scalar.value().bits(scope, scalar.type()));
      } else if (argument instanceof Argument.Texture texture) {
        arguments.add(Address.texture(textures.size()));
        textures.add(TextureBinding.of(texture, device, scope));
      } else {
        arguments.add(locals.offsets()[i]);
      }
    }
    int[] domain = LaunchCheck.domain(launch, scope);
    GroupExecutor executor =
        new GroupExecutor(
            kernel,
            geometry,
            arguments,
            locals.dynamicBytes(),
            device.memory(),
            device.variableBuffers(entry.file(), kernel),
            options,
            new LaunchResources(textures, domain[0], domain[1], output));
    groups = new Groups(executor, geometry.groups(), entry.racesAllowed());
    int flags = entry.racesAllowed() ? HostStep.Launch.RACES_ALLOWED : 0;
    if (executor.usesAtomicValues()) {
      flags |= HostStep.Launch.ATOMIC_VALUES_USED;
    }
    return new HostStep.Launch(
        number,
        launched.get(kernel.name()),
        geometry,
        locals.dynamicBytes(),
        Collections.unmodifiableList(arguments),
        kernel.fixedWidth(),
        flags,
        List.copyOf(textures),
        domain[0],
        domain[1]);
  }

  private Outcome verify() {
    Boolean verified = null;
    List<String> complaints = new ArrayList<>();
    for (Expectation expectation : bound.workload().expectations()) {
      if (bound.holdsFor(expectation.only())) {
        int buffer = device.buffer(expectation.buffer());
        String wrong =
            new ExpectationCheck(expectation, bound, device.memory(), buffer, device.type(buffer))
                .check();
        verified = !Boolean.FALSE.equals(verified) && wrong.isEmpty();
        if (!wrong.isEmpty()) {
          complaints.add(wrong);
        }
      }
    }
    if (bound.workload().output().isPresent() && bound.holdsFor(bound.workload().outputOnly())) {
      List<String> printed = output.lines();
      List<String> want = bound.workload().output().get().stream().sorted().toList();
      boolean same = want.equals(printed.stream().sorted().toList());
      verified = !Boolean.FALSE.equals(verified) && same;
      if (!same) {
        complaints.add("output: printed " + printed + ", expected " + want);
      }
    }
    return new Outcome(
        verified, String.join("; ", complaints), output.lines(), workItemInstructions);
  }

  @Override
  public HostStep step() {
    return step;
  }

  @Override
  public WorkGroupSource groups() {
    if (groups == null) {
      throw new IllegalStateException("the step is no launch");
    }
    return groups;
  }

  @Override
  public LaunchEnd launchEnd() {
    LaunchEnd declared = LaunchEnd.of((HostStep.Launch) step);
    if (groups == null) {
      return declared;
    }
    int width = Math.max(declared.minimumWidth(), groups.executor.minimumWidth());
    int races = groups.executor.hasRaces() ? HostStep.Launch.RACES_FOUND : 0;
    return new LaunchEnd(width, declared.flags() | races);
  }

  @Override
  public Outcome outcome() {
    if (outcome == null) {
      throw new IllegalStateException("the program has not ended");
    }
    return outcome;
  }

  /** Device memory as it is now; for tests and inspection. */
  public DeviceMemory memory() {
    return device.memory();
  }

  @Override
  public void close() {
    groups = null;
  }

  /** Executes one group per call. */
  private static final class Groups implements WorkGroupSource {
    final GroupExecutor executor;
    final boolean racesAllowed;
    private final long count;
    private long next;
    private WorkGroupRecord record;

    Groups(GroupExecutor executor, long count, boolean racesAllowed) {
      this.executor = executor;
      this.racesAllowed = racesAllowed;
      this.count = count;
    }

    @Override
    public Status next() {
      if (next == count) {
        record = null;
        return Status.END;
      }
      record = executor.execute(next++);
      return Status.RECORD;
    }

    @Override
    public WorkGroupRecord record() {
      return record;
    }
  }
}
