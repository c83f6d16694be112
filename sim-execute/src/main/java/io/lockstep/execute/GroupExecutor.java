// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.execute.check.LaunchExtents;
import io.lockstep.execute.control.BarrierScheduler;
import io.lockstep.execute.control.CompiledBlock;
import io.lockstep.execute.control.FaultPlace;
import io.lockstep.execute.control.Fragment;
import io.lockstep.execute.control.InstructionBudget;
import io.lockstep.execute.control.KernelCompiler;
import io.lockstep.execute.control.Reconvergence;
import io.lockstep.execute.fault.KernelFault;
import io.lockstep.execute.fault.MemoryFault;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.launch.ImageViews;
import io.lockstep.execute.launch.KernelOutput;
import io.lockstep.execute.launch.LaunchResources;
import io.lockstep.execute.linear.LinearRegisters;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.execute.poll.PollTracker;
import io.lockstep.execute.record.PathRecorder;
import io.lockstep.execute.record.SegmentRecorder;
import io.lockstep.execute.record.WaitRecorder;
import io.lockstep.execute.shadow.AccessChecks;
import io.lockstep.execute.slice.AddressSlice;
import io.lockstep.execute.state.AddressLayout;
import io.lockstep.execute.state.LocalBarriers;
import io.lockstep.execute.state.MachineState;
import io.lockstep.io.InputException;
import io.lockstep.kernel.analysis.LocalBarrier;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.ReconvergencePoints;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Executes the work-groups of one launch, one at a time, all work-items of a group together, and
 * records their execution.
 *
 * <p>Diverging work-items continue in fragments, which meet again ({@link Reconvergence}). The
 * fragment with the innermost join runs first and, among equals, the fragment earliest in the
 * control flow, so that neither results nor cost depend on the order of blocks in the text. {@link
 * #begin}, {@link #run} and {@link #finish} let a group be suspended at any block. Not thread-safe.
 */
public final class GroupExecutor extends RunningGroup {
  private static final String ENDLESS =
      "an endless loop: no path leads from here to the end of the kernel";

  private LaunchedKernel launched;
  private final PathRecorder paths;
  private final BitSet clearedRegisters;
  private final boolean atomicValuesUsed;
  private final LinearRegisters linear; // null if every register is computed by work-item
  private LongFunction<WorkGroupRecord> groups; // executes one group, in an order of its own
  private boolean conflicting;

  private final WaitingGroups waiting; // null unless the kernel polls

  private long blockExecutions;

  /**
   * Prepares a launch.
   *
   * @param arguments one value per parameter, or one per eight bytes of a structure; pointers are
   *     functional addresses
   * @param dynamicLocalBytes bytes of work-group memory beyond the kernel's own
   * @param variableBuffers buffer of each of the kernel's variables, -1 if there is none
   * @throws InputException if the kernel needs an unsupported feature, or cannot be launched this
   *     way
   */
  public GroupExecutor(
      Kernel kernel,
      Geometry geometry,
      List<Long> arguments,
      int dynamicLocalBytes,
      DeviceMemory memory,
      int[] variableBuffers,
      ExecutionOptions options) {
    this(
        kernel,
        geometry,
        arguments,
        dynamicLocalBytes,
        memory,
        variableBuffers,
        options,
        LaunchResources.none());
  }

  /**
   * Prepares a launch with textures or over a pixel domain. The work-groups of a domain are tiles
   * of {@link Geometry#PIXEL_TILE} pixels a side, which execute the pixels of the domain and the
   * helper pixels that complete quads of 2 x 2.
   *
   * @param resources textures by number, the domain, and the receiver of printed text
   */
  public GroupExecutor(
      Kernel kernel,
      Geometry geometry,
      List<Long> arguments,
      int dynamicLocalBytes,
      DeviceMemory memory,
      int[] variableBuffers,
      ExecutionOptions options,
      LaunchResources resources) {
    this(
        new LaunchedKernel(kernel, geometry, arguments, variableBuffers, resources),
        dynamicLocalBytes,
        memory,
        options);
  }

  GroupExecutor(
      LaunchedKernel launched,
      int dynamicLocalBytes,
      DeviceMemory memory,
      ExecutionOptions options) {
    super(launched.kernel, options);
    this.launched = launched;
    Geometry geometry = launched.geometry;
    LaunchResources resources = launched.resources;
    AddressLayout layout =
        kernel.addressBits() == 32
            ? new AddressLayout(memory, kernel.source() + ": " + kernel.name())
            : null;
    state =
        new MachineState(
            memory,
            geometry,
            layout,
            ArgumentBlock.of(kernel, launched.arguments, layout),
            kernel.localBytes(),
            kernel.localBytes() + dynamicLocalBytes,
            kernel.privateBytes(),
            resources);
    PollTracker polls = resources.domainWidth() > 0 ? null : PollTracker.of(kernel, memory);
    WaitRecorder waits = polls == null ? null : polls.waits;
    if (LocalBarrier.areUsedBy(kernel)) {
      waits = waits == null ? new WaitRecorder() : waits;
      state.barriers = new LocalBarriers(waits);
    }
    recorder = new SegmentRecorder(kernel.memorySlots(), geometry, state.versions, waits);
    paths = recorder.paths();
    registers = new RegisterFile(kernel, state.size, launched.variableBuffers, layout);
    checks = AccessChecks.of(options.checks(), kernel, geometry, memory, state.local.length);
    AddressSlice slice =
        options.values() || checks != null || polls != null || launched.dependsOnResources
            ? null
            : AddressSlice.of(kernel, state, launched.variableBuffers).orElse(null);
    boolean suspended = polls != null || state.barriers != null;
    boolean regular = state.last.isEmpty() && resources.domainWidth() == 0;
    linear =
        suspended || !regular || checks != null
            ? null
            : new LinearRegisters(
                kernel,
                registers,
                state.size,
                geometry.sizeX(),
                geometry.sizeY(),
                () -> fragments.liveCount(),
                state.versions);
    KernelCompiler compiler =
        new KernelCompiler(
            kernel, state, registers, linear, recorder, checks, polls, options.numerics(), slice);
    blocks = kernel.blocks().stream().map(compiler::compile).toArray(CompiledBlock[]::new);
    CompiledBlock.markEndless(blocks);
    KernelAnalysis analysis = new KernelAnalysis(kernel);
    clearedRegisters = analysis.readBeforeWritten();
    atomicValuesUsed = analysis.usesAtomicValues();
    place = new FaultPlace(kernel, state);
    fragments =
        new Reconvergence(
            state.size, blocks, new ReconvergencePoints(kernel.blocks()), paths, state.versions);
    barriers = new BarrierScheduler(state, checks, blocks, fragments, place, options.arrivals());
    cutter = new SegmentCutter(recorder, options);
    budget = new InstructionBudget(options.instructionBudget(), blocks, place, state);
    waiting = polls == null ? null : new WaitingGroups(this, polls, launched.variableBuffers);
    groups = waiting == null ? this::executeAlone : waiting::execute;
  }

  /** Returns whether another launch may use this executor. */
  boolean isReusable() {
    return checks == null
        && waiting == null
        && state.layout == null
        && !launched.dependsOnResources;
  }

  /**
   * Returns whether a launch differs from this one in its arguments and output alone; without
   * values, also in no buffer.
   */
  boolean fits(
      LaunchedKernel wanted,
      int dynamicLocalBytes,
      DeviceMemory memory,
      ExecutionOptions wantedOptions) {
    return launched.isAs(wanted)
        && state.local.length == kernel.localBytes() + dynamicLocalBytes
        && state.memory == memory
        && options.equals(wantedOptions)
        && (options.values() || launched.pointsAs(wanted));
  }

  /** Prepares another launch, which {@link #fits}; the launch before has ended without errors. */
  void restart(LaunchedKernel next) {
    state.restart(ArgumentBlock.of(kernel, next.arguments, null), next.resources.output());
    budget.restart();
    launched = next;
    groups = this::executeAlone;
    conflicting = false;
    blockExecutions = 0;
  }

  /**
   * Executes groups of this launch on several threads if it has work enough.
   *
   * @param worthwhile estimated nanoseconds that must be left
   */
  void spread(long worthwhile) {
    groups = new ParallelGroups(this, launched.geometry.groups(), worthwhile)::execute;
  }

  @Override
  void conflict() {
    conflicting = true;
  }

  /** Returns whether a group was found to read what another writes. */
  boolean isConflicting() {
    return conflicting;
  }

  @Override
  RunningGroup in(MemoryView view) {
    GroupExecutor copy =
        new GroupExecutor(
            kernel,
            launched.geometry,
            launched.arguments,
            state.local.length - kernel.localBytes(),
            view.memory,
            launched.variableBuffers,
            options,
            new LaunchResources(
                List.of(), ImageViews.none(), 0, 0, state.last, new KernelOutput()));
    copy.state.accessed = view.accessed;
    return copy;
  }

  /** Returns an estimate of the executor's size in bytes. */
  long bytes() {
    long instructions = 0;
    for (CompiledBlock block : blocks) {
      instructions += block.instructions;
    }
    long values = kernel.registers().size() + instructions;
    return values * Long.BYTES * state.size + state.local.length + state.privates.length;
  }

  /**
   * {@return whether the kernel uses the returned value of an atomic; results then follow the
   * recorded order}
   */
  public boolean usesAtomicValues() {
    return atomicValuesUsed;
  }

  /**
   * {@return whether paths and addresses of each work-group are the same whichever other groups
   * have been executed}
   */
  public boolean isIndependent() {
    return isIndependent(new BitSet());
  }

  /**
   * {@return whether paths and addresses of each work-group are also independent of some buffers}
   *
   * @param others numbers of buffers whose contents may differ
   */
  public boolean isIndependent(BitSet others) {
    return waiting == null && checks == null && launched.isIndependent(state, others);
  }

  /** {@return the numbers of the buffers that the launch may write; empty if they are unknown} */
  public Optional<BitSet> writes() {
    return launched.writes(state);
  }

  /**
   * Reports the findings of a launch to the log; called once, at its end.
   *
   * @param racesAllowed whether the workload declares that the kernel races by design
   * @param source name of the kernel's file in results
   * @param allAtBarriers whether the kernel's language requires every work-item at each barrier
   */
  public void report(boolean racesAllowed, String source, boolean allAtBarriers) {
    if (checks != null) {
      checks.report(options.checks(), racesAllowed, source);
      if (allAtBarriers) {
        checks.reportLeavers(options.checks(), source);
      }
    }
  }

  /** {@return the extents of the launch's accesses; null unless races are checked} */
  public LaunchExtents extents() {
    return checks == null ? null : checks.extents();
  }

  /** {@return whether the checks have found conflicting accesses} */
  public boolean hasRaces() {
    return checks != null && checks.hasRaces();
  }

  /**
   * {@return the smallest width, in work-items, of aligned sets that contain every unsynchronised
   * conflict inside a group so far; 1 if there is none, 0 if races were not checked}
   */
  public int minimumWidth() {
    return checks == null ? 0 : checks.minimumWidth();
  }

  /** {@return IR instructions executed so far, summed over work-items and groups} */
  @Override
  public long workItemInstructions() {
    return state.instructions - (waiting == null ? 0 : waiting.unchargedInstructions());
  }

  /**
   * {@return a progress message for a long-running work-group; empty if there is none} Thread-safe.
   */
  public String longGroup() {
    return budget.progress();
  }

  @Override
  long blockExecutions() {
    return blockExecutions;
  }

  /**
   * Executes one work-group.
   *
   * @param group flat work-group id, x fastest
   * @throws io.lockstep.execute.fault.ExecutionException for an error of the kernel
   */
  public WorkGroupRecord execute(long group) {
    WorkGroupRecord record = groups.apply(group);
    if (group == launched.geometry.groups() - 1) {
      state.region.end(kernel);
    }
    return record;
  }

  @Override
  WorkGroupRecord executeAlone(long group) {
    begin(group);
    run(Long.MAX_VALUE);
    return finish();
  }

  @Override
  public void begin(long group) {
    select(group);
    Arrays.fill(state.local, (byte) 0);
    Arrays.fill(state.privates, (byte) 0);
    registers.clear(clearedRegisters);
    if (linear != null) {
      linear.begin();
    }
    if (state.barriers != null) {
      state.barriers.begin();
    }
    if (checks != null) {
      checks.begin(group);
    }
    barriers.begin();
    budget.begin();
    if (waiting != null) {
      waiting.begin();
    }
    state.printed.begin();
    current = fragments.begin();
    if (state.covered == null) {
      current.lanes.setAll(state.items, state.versions.next());
    } else {
      PixelCover.fill(state, current.lanes);
    }
    fragments.setLive(current.lanes);
    cutter.begin(current);
  }

  @Override
  void select(long group) {
    state.select(group);
    if (waiting != null) {
      waiting.select(group);
    }
  }

  /**
   * Continues the current work-group.
   *
   * @param blockBudget maximum number of blocks to execute
   * @return whether all work-items have ended
   */
  @Override
  public boolean run(long blockBudget) {
    try {
      for (long n = 0; n < blockBudget; n++) {
        if (current == null && !select()) {
          return true;
        }
        executeBlock(current, blocks[current.block]);
        bound();
      }
      return current == null && fragments.ready().isEmpty() && barriers.parked().isEmpty();
    } catch (MemoryFault | KernelFault fault) {
      throw located(fault);
    }
  }

  @Override
  RuntimeException located(RuntimeException fault) {
    return fault instanceof MemoryFault access
        ? place.fault(access)
        : place.fault(state.instruction, fault.getMessage(), state.lane);
  }

  /** {@return the record of the work-group that has just finished} */
  @Override
  public WorkGroupRecord finish() {
    List<Segment> segments = cutter.finish();
    state.printed.finish();
    return new WorkGroupRecord(state.group, segments);
  }

  @Override
  void executeBlock(Fragment f, CompiledBlock block) {
    perform(f, block);
    if (block.exits) {
      if (block.traps || block.endless) {
        String why = block.endless ? ENDLESS : launched.trapped();
        throw place.fault(block.block.last(), why, f.lanes.first());
      }
      current = fragments.exit(f);
    } else if (block.selector != null) {
      current = fragments.branch(f, block);
    } else if (block.barrier != null) {
      current = barriers.arrive(f, block.barrier);
    } else {
      current = fragments.advance(f, block.id, block.successors[0]);
    }
  }

  /** Executes, counts and records the operations of a block. */
  private void perform(Fragment f, CompiledBlock block) {
    int active = f.lanes.count;
    state.instructions += (long) block.instructions * active;
    budget.spend(block, f);
    for (Step step : block.steps) {
      step.run(f.lanes);
    }
    paths.block(f.trail);
    recorder.countBlock();
    blockExecutions++;
  }

  @Override
  boolean select() {
    if (isStuck()) {
      barriers.completeForAll();
      if (isStuck() && !barriers.releaseLeavers() && !barriers.countArrivals()) {
        throw barriers.divergent();
      }
    }
    current = fragments.select();
    return current != null;
  }

  private boolean isStuck() {
    return fragments.ready().isEmpty() && !barriers.parked().isEmpty();
  }

  /** Lets other fragments catch up, and ends segments that have reached their size limits. */
  private void bound() {
    if (current != null && (!fragments.ready().isEmpty() || fragments.isBlocked(current))) {
      fragments.add(current);
      current = fragments.select();
    }
    if (!cutter.hasGrown()) {
      return;
    }
    if (current != null && current.lanes.count == fragments.liveCount()) {
      cutter.cut(current);
    } else if (fragments.liveCount() > 0 && cutter.hasGrownTooMuch()) {
      List<Fragment> all = new ArrayList<>(fragments.ready());
      all.addAll(barriers.parked());
      if (current != null) {
        all.add(current);
      }
      cutter.cutApart(all);
    }
  }
}
