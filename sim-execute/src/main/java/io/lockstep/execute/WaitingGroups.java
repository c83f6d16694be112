// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.execute.control.BarrierScheduler;
import io.lockstep.execute.control.CompiledBlock;
import io.lockstep.execute.control.Fragment;
import io.lockstep.execute.control.Join;
import io.lockstep.execute.control.KernelCompiler;
import io.lockstep.execute.control.Reconvergence;
import io.lockstep.execute.fault.KernelFault;
import io.lockstep.execute.fault.MemoryFault;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.poll.PollCondition;
import io.lockstep.execute.poll.PollOrigins;
import io.lockstep.execute.poll.PollRound;
import io.lockstep.execute.poll.PollSlice;
import io.lockstep.execute.poll.PollTracker;
import io.lockstep.execute.state.MachineState;
import io.lockstep.execute.state.PrintedText;
import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * Executes groups of a polling kernel: each runs on the launch's registers and memories until it
 * ends or waits, and is then saved to make room for another.
 */
final class WaitingGroups implements SwitchedGroups, PolledGroup {
  private final RunningGroup running;
  private final MachineState state;
  private final PollTracker polls;
  private final Liveness liveness;
  private final GroupSwitcher switcher;
  private PollWatch watch;
  private boolean charged;
  private boolean behind; // the group has changed a word that other groups have not polled since
  private long unchargedInstructions;

  WaitingGroups(RunningGroup running, PollTracker polls, int[] variableBuffers) {
    this.running = running;
    this.polls = polls;
    state = running.state;
    liveness = new Liveness(running.kernel);
    watch = new PollWatch(polls, running.registers, liveness, running.blocks.length);
    int most = running.options.aliveGroups().applyAsInt(state.geometry.groupSize());
    switcher = new GroupSwitcher(this, polls, state.geometry.groups(), most);
    PollOrigins.track(running.kernel, polls, state, variableBuffers);
    RegisterFile one = new RegisterFile(running.kernel, 1, variableBuffers, state.layout);
    KernelCompiler compiler =
        new KernelCompiler(
            running.kernel,
            state,
            one,
            null,
            running.recorder,
            null,
            null,
            running.options.numerics(),
            null);
    for (int slot = 0; slot < running.kernel.memorySlots(); slot++) {
      PollSlice slice =
          polls.loops.isPoll(slot)
              ? PollSlice.of(running.kernel, liveness, polls.loops.loopOf(slot), slot)
              : null;
      if (slice != null) {
        List<Step> code = new ArrayList<>();
        slice.code.forEach(i -> code.addAll(compiler.steps(i)));
        polls.awaited.add(new PollCondition(slice, one, code, running.registers));
      }
    }
  }

  /** Executes a group; groups are requested in ascending order. */
  WorkGroupRecord execute(long group) {
    return switcher.execute(group);
  }

  void begin() {
    watch.begin();
  }

  void select(long group) {
    polls.group = group;
    polls.news = false;
  }

  /** Returns the instructions of work-items that were removed from the record. */
  long unchargedInstructions() {
    return unchargedInstructions;
  }

  /** Resumes fragments of this group that a changed word may release. */
  private void hearNews() {
    polls.news = false;
    for (WaitingFragment w : List.copyOf(watch.waiting())) {
      if (w.isDue(polls.words)) {
        watch.resume(w);
        running.fragments.add(w.fragment());
      }
    }
    behind = true;
  }

  private GroupPause pause(GroupPause why) {
    if (running.current != null) {
      running.fragments.add(running.current);
      running.current = null;
    }
    return why;
  }

  private boolean select() {
    if (running.fragments.ready().isEmpty() && !watch.waiting().isEmpty()) {
      running.barriers.completeForAll();
      running.current = running.fragments.select();
      return running.current != null;
    }
    return running.select();
  }

  private void bound() {
    if (running.current != null
        && (!running.fragments.ready().isEmpty() || running.fragments.isBlocked(running.current))) {
      running.fragments.add(running.current);
      running.current = running.fragments.select();
    }
    if (running.cutter.hasGrown()) {
      running.cutter.mark(all(running.current));
      watch.disturb();
    }
  }

  /** Returns all fragments of the group, and {@code f} unless it is null. */
  private List<Fragment> all(Fragment f) {
    List<Fragment> all = new ArrayList<>(running.fragments.ready());
    all.addAll(running.barriers.parked());
    watch.waiting().forEach(w -> all.add(w.fragment()));
    if (f != null) {
      all.add(f);
    }
    return all;
  }

  @Override
  public long workItemInstructions() {
    return running.workItemInstructions();
  }

  @Override
  public void mark(Fragment f) {
    running.cutter.mark(all(f));
  }

  @Override
  public void takeBack(Fragment f, PollRound round) {
    running.cutter.takeBack(all(f));
    unchargedInstructions += workItemInstructions() - round.instructions;
    if (!charged) {
      running.budget.takeBack(round.groupInstructions);
    }
  }

  @Override
  public long groupInstructions() {
    return running.budget.spent();
  }

  @Override
  public void begin(long group) {
    running.begin(group);
  }

  @Override
  public GroupPause runPolling(boolean untilPolled) {
    try {
      while (true) {
        if (running.current == null && !select()) {
          return watch.waiting().isEmpty() ? GroupPause.ENDED : GroupPause.WAITING;
        }
        if (running.barriers.takeOfLaunch()) {
          return pause(GroupPause.AT_BARRIER);
        }
        CompiledBlock block = running.blocks[running.current.block];
        if (untilPolled && !watch.isInResumedLoop(block.id)) {
          return pause(GroupPause.YIELDED);
        }
        if (behind && block.mayChange && switcher.isBehind()) {
          switcher.pollAll();
          return pause(GroupPause.YIELDED);
        }
        if (watch.isHeader(block.id) && watch.arrive(running.current, this)) {
          running.current = null;
          continue;
        }
        watch.execute(running.current, block);
        running.executeBlock(running.current, block);
        if (polls.news) {
          hearNews();
        }
        if (running.current == null || !watch.isAlone(running.current)) {
          bound();
        }
      }
    } catch (MemoryFault | KernelFault fault) {
      throw running.located(fault);
    }
  }

  @Override
  public void chargePolls(boolean charge) {
    charged = charge;
  }

  @Override
  public SuspendedGroup newGroup() {
    Reconvergence own = running.fragments.another();
    return new SuspendedGroup(
        own,
        new BarrierScheduler(
            state, running.checks, running.blocks, own, running.place, running.options.arrivals()),
        new SegmentCutter(running.recorder, running.options),
        new PollWatch(watch),
        state.printed.another());
  }

  @Override
  public void install(SuspendedGroup g) {
    running.fragments = g.fragments;
    running.barriers = g.barriers;
    running.cutter = g.cutter;
    watch = g.watch;
    state.printed = g.printed;
    running.current = null;
    behind = false;
    polls.news = false;
  }

  @Override
  public void resume(SuspendedGroup g) {
    install(g);
    running.select(g.group);
    g.restore(state, running.registers);
    running.budget.resume(g.instructions);
    running.cutter.resume(all(null));
  }

  @Override
  public void suspend(SuspendedGroup g) {
    running.cutter.suspend();
    watch.suspend();
    g.instructions = running.budget.suspend();
    BitSet live = new BitSet();
    List<Fragment> all = all(null);
    all.forEach(f -> live.or(liveness.liveIn(f.block)));
    for (Join<Fragment> join : SegmentCutter.joins(all)) {
      if (join.arrived != null) {
        live.or(liveness.liveIn(join.block));
      }
    }
    g.keep(state, running.registers, live);
    if (running.checks != null) {
      running.checks.stop();
    }
  }

  @Override
  public boolean isRunning(SuspendedGroup g) {
    return g.watch == watch;
  }

  @Override
  public WorkGroupRecord record() {
    return new WorkGroupRecord(state.group, running.cutter.finish());
  }

  @Override
  public PrintedText takePrinted(SuspendedGroup g) {
    PrintedText printed = g.printed;
    g.printed = printed.another();
    return printed;
  }

  @Override
  public DeadlockReport deadlock(Collection<SuspendedGroup> groups) {
    return new DeadlockReport(running.kernel, state, running.place, polls.words, groups);
  }
}
