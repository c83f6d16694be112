package io.lockstep.execute;

import io.lockstep.kernel.ir.Liveness;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * Executes groups of a kernel with polls: each runs on the executor's registers and memories until
 * it ends or waits, and is moved out of them for another. Not thread-safe.
 */
final class WaitingGroups implements SwitchedGroups, PolledGroup {
  private final GroupExecutor executor;
  private final MachineState state;
  private final PollTracker polls;
  private final Liveness liveness;
  private final GroupSwitcher switcher;
  private PollWatch watch;
  private boolean charged;
  private boolean behind; // it has changed a word that others have not polled since
  private long unchargedInstructions;

  /**
   * @param executor of the launch, prepared
   * @param variableBuffers buffer of each of the kernel's variables, -1 where it has none
   */
  WaitingGroups(GroupExecutor executor, PollTracker polls, int[] variableBuffers) {
    this.executor = executor;
    this.polls = polls;
    state = executor.state;
    liveness = new Liveness(executor.kernel);
    watch = new PollWatch(polls, executor.registers, liveness, executor.blocks.length);
    int most = executor.options.aliveGroups().applyAsInt(state.geometry.groupSize());
    switcher = new GroupSwitcher(this, polls, state.geometry.groups(), most);
    PollOrigins.track(executor.kernel, polls, state, variableBuffers);
    RegisterFile one = new RegisterFile(executor.kernel, 1, variableBuffers, state.layout);
    KernelCompiler compiler =
        new KernelCompiler(executor.kernel, state, one, executor.recorder, null, null);
    for (int slot = 0; slot < executor.kernel.memorySlots(); slot++) {
      PollSlice slice =
          polls.loops.isPoll(slot)
              ? PollSlice.of(executor.kernel, liveness, polls.loops.loopOf(slot), slot)
              : null;
      if (slice != null) {
        polls.awaited.add(new PollCondition(slice, one, compiler, executor.registers));
      }
    }
  }

  /** What a group does; groups are asked for in ascending order. */
  WorkGroupRecord execute(long group) {
    return switcher.execute(group);
  }

  /** A group begins, from its first block. */
  void begin() {
    watch.begin();
  }

  /** A group uses the registers and memories from now on. */
  void select(long group) {
    polls.group = group;
    polls.news = false;
  }

  /** Operations of work-items that were taken back. */
  long unchargedInstructions() {
    return unchargedInstructions;
  }

  /** A word was changed on which fragments wait: those of this group go on. */
  private void hearNews() {
    polls.news = false;
    for (WaitingFragment w : List.copyOf(watch.waiting())) {
      if (w.isDue(polls.words)) {
        watch.resume(w);
        executor.fragments.add(w.fragment());
      }
    }
    behind = true;
  }

  private GroupPause yieldGroup() {
    if (executor.current != null) {
      executor.fragments.add(executor.current);
      executor.current = null;
    }
    return GroupPause.YIELDED;
  }

  private boolean select() {
    if (executor.fragments.ready().isEmpty() && !watch.waiting().isEmpty()) {
      executor.barriers.completeForAll();
      executor.current = executor.fragments.select();
      return executor.current != null;
    }
    return executor.select();
  }

  private void bound() {
    if (executor.current != null && !executor.fragments.ready().isEmpty()) {
      executor.fragments.add(executor.current);
      executor.current = executor.fragments.select();
    }
    if (executor.cutter.hasGrown()) {
      executor.cutter.mark(all(executor.current));
      watch.disturb();
    }
  }

  /** All fragments of the group, one of which may be in no list; null for none. */
  private List<Fragment> all(Fragment f) {
    List<Fragment> all = new ArrayList<>(executor.fragments.ready());
    all.addAll(executor.barriers.parked());
    watch.waiting().forEach(w -> all.add(w.fragment()));
    if (f != null) {
      all.add(f);
    }
    return all;
  }

  @Override
  public long workItemInstructions() {
    return executor.workItemInstructions();
  }

  @Override
  public void mark(Fragment f) {
    executor.cutter.mark(all(f));
  }

  @Override
  public void takeBack(Fragment f, PollRound round) {
    executor.cutter.takeBack(all(f));
    unchargedInstructions += workItemInstructions() - round.instructions;
    if (!charged) {
      executor.budget.takeBack(round.groupInstructions);
    }
  }

  @Override
  public long groupInstructions() {
    return executor.budget.spent();
  }

  @Override
  public void begin(long group) {
    executor.begin(group);
  }

  @Override
  public GroupPause runPolling(boolean untilPolled) {
    try {
      while (true) {
        if (executor.current == null && !select()) {
          return watch.waiting().isEmpty() ? GroupPause.ENDED : GroupPause.WAITING;
        }
        CompiledBlock block = executor.blocks[executor.current.block];
        if (untilPolled && !watch.isInResumedLoop(block.id)) {
          return yieldGroup();
        }
        if (behind && block.mayChange && switcher.isBehind()) {
          switcher.pollAll();
          return yieldGroup();
        }
        if (watch.isHeader(block.id) && watch.arrive(executor.current, this)) {
          executor.current = null;
          continue;
        }
        watch.execute(executor.current, block);
        executor.executeBlock(executor.current, block);
        if (polls.news) {
          hearNews();
        }
        if (executor.current == null || !watch.isAlone(executor.current)) {
          bound();
        }
      }
    } catch (MemoryFault | KernelFault fault) {
      throw executor.located(fault);
    }
  }

  @Override
  public void chargePolls(boolean charge) {
    charged = charge;
  }

  @Override
  public SuspendedGroup newGroup() {
    Reconvergence own =
        new Reconvergence(state.size, executor.blocks, executor.recorder.paths(), state.versions);
    return new SuspendedGroup(
        own,
        new BarrierScheduler(state, executor.checks, executor.blocks, own, executor.place),
        new SegmentCutter(executor.recorder, executor.options),
        new PollWatch(watch),
        state.printed.another());
  }

  @Override
  public void install(SuspendedGroup g) {
    executor.fragments = g.fragments;
    executor.barriers = g.barriers;
    executor.cutter = g.cutter;
    watch = g.watch;
    state.printed = g.printed;
    executor.current = null;
    behind = false;
    polls.news = false;
  }

  @Override
  public void resume(SuspendedGroup g) {
    install(g);
    executor.select(g.group);
    g.restore(state, executor.registers);
    executor.budget.resume(g.instructions);
    executor.cutter.resume(all(null));
  }

  @Override
  public void suspend(SuspendedGroup g) {
    executor.cutter.suspend();
    watch.suspend();
    g.instructions = executor.budget.suspend();
    BitSet live = new BitSet();
    List<Fragment> all = all(null);
    all.forEach(f -> live.or(liveness.liveIn(f.block)));
    for (Join<Fragment> join : SegmentCutter.joins(all)) {
      if (join.arrived != null) {
        live.or(liveness.liveIn(join.block));
      }
    }
    g.keep(state, executor.registers, live);
    if (executor.checks != null) {
      executor.checks.stop();
    }
  }

  @Override
  public boolean isRunning(SuspendedGroup g) {
    return g.watch == watch;
  }

  @Override
  public WorkGroupRecord record() {
    return new WorkGroupRecord(state.group, executor.cutter.finish());
  }

  @Override
  public PrintedText takePrinted(SuspendedGroup g) {
    PrintedText printed = g.printed;
    g.printed = printed.another();
    return printed;
  }

  @Override
  public DeadlockReport deadlock(Collection<SuspendedGroup> groups) {
    return new DeadlockReport(executor.kernel, state, executor.place, polls.words, groups);
  }
}
