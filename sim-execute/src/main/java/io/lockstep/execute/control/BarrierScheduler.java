// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.control;

import io.lockstep.execute.check.BarrierArrivals;
import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.shadow.AccessChecks;
import io.lockstep.execute.state.GroupBarriers;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.MemoryFence;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Holds the fragments that wait at barriers, and releases them. Exited work-items count as arrived;
 * so do work-items that have left a loop with the barrier and reach no other barrier. Any other
 * live work-item that cannot arrive is an error, unless arrivals of wavefronts are counted ({@link
 * BarrierArrivals}).
 */
public final class BarrierScheduler {
  private final MachineState state;
  private final AccessChecks checks;
  private final CompiledBlock[] blocks;
  private final Reconvergence fragments;
  private final FaultPlace place;
  private final Optional<BarrierArrivals> arrivals;
  private final GroupBarriers barriers = new GroupBarriers();
  private final List<Fragment> parked = new ArrayList<>();
  private int parkedCount;
  private boolean ofLaunch; // the group has met at a launch barrier

  /**
   * Creates a scheduler.
   *
   * @param checks is notified of barriers, may be null
   * @param arrivals the rule of hardware for barriers that a part of the group reaches; empty if
   *     such a barrier is an error
   */
  public BarrierScheduler(
      MachineState state,
      AccessChecks checks,
      CompiledBlock[] blocks,
      Reconvergence fragments,
      FaultPlace place,
      Optional<BarrierArrivals> arrivals) {
    this.state = state;
    this.checks = checks;
    this.blocks = blocks;
    this.fragments = fragments;
    this.place = place;
    this.arrivals = arrivals;
  }

  public void begin() {
    parked.clear();
    parkedCount = 0;
    ofLaunch = false;
    barriers.reset();
  }

  /** Returns whether the group has met at a launch barrier since the last call. */
  public boolean takeOfLaunch() {
    boolean was = ofLaunch;
    ofLaunch = false;
    return was;
  }

  public List<Fragment> parked() {
    return parked;
  }

  /**
   * Called when a fragment arrives at a barrier; returns the fragment that continues at once, or
   * null.
   */
  public Fragment arrive(Fragment f, BarrierPoint point) {
    int next = point.block.successors().get(0);
    if (point.plain && f.lanes.count == fragments.liveCount()) {
      passed(point.fence);
      ofLaunch |= point.kind == Variant.Barrier.LAUNCH;
      return fragments.advance(f, point.block.id(), next);
    }
    int which = 0;
    if (point.plain) {
      int id = point.ids[f.lanes.first()];
      barriers.arriveTogether(id, f.lanes.count);
      which = 1 << id;
    } else {
      for (int r = 0; r < f.lanes.ranges(); r++) {
        for (int lane = f.lanes.low[r]; lane < f.lanes.high[r]; lane++) {
          which |= 1 << arriveAlone(point, lane);
        }
      }
    }
    if (checks != null) {
      for (int rest = which; rest != 0; rest &= rest - 1) {
        checks.arrive(f.lanes, point.ids, Integer.numberOfTrailingZeros(rest), point.fence);
      }
    }
    if (point.kind != Variant.Barrier.ARRIVE) {
      f.block = next;
      f.barrier = point;
      f.waiting = which;
      parked.add(f);
      parkedCount += f.lanes.count;
    }
    for (int rest = which; rest != 0; rest &= rest - 1) {
      int id = Integer.numberOfTrailingZeros(rest);
      if (barriers.expected(id) > 0 && barriers.isComplete(id, fragments.liveCount())) {
        complete(id);
      }
    }
    return point.kind == Variant.Barrier.ARRIVE
        ? fragments.advance(f, point.block.id(), next)
        : null;
  }

  private int arriveAlone(BarrierPoint point, int lane) {
    int id = point.ids[lane];
    int count = point.counts == null ? 0 : point.counts[lane];
    String wrong = null;
    if (id < 0 || id >= GroupBarriers.COUNT) {
      wrong = GroupBarriers.unknown(id);
    } else if (point.counts != null && (count <= 0 || count > state.size)) {
      wrong =
          "barrier %s is for %s work-items; the group has %s"
              .formatted(id, Integer.toUnsignedString(count), state.size);
    } else if (!barriers.arrive(id, count, point.predicate == null ? 0 : point.predicate[lane])) {
      wrong = "work-items disagree about how many barrier " + id + " is for";
    }
    if (wrong != null) {
      throw place.fault(point.block.last(), wrong, lane);
    }
    return id;
  }

  /** Releases the fragments that wait at a barrier. */
  private void complete(int id) {
    if (barriers.expected(id) == 0) {
      state.printed.barrier();
    }
    if (checks != null) {
      order(id);
    }
    List<Fragment> all = new ArrayList<>(parked);
    parked.clear();
    for (Fragment f : all) {
      if ((f.waiting & 1 << id) == 0) {
        parked.add(f);
        continue;
      }
      deliver(f, id);
      f.waiting &= ~(1 << id);
      if (f.waiting != 0) {
        parked.add(f);
        continue;
      }
      parkedCount -= f.lanes.count;
      ofLaunch |= f.barrier.kind == Variant.Barrier.LAUNCH;
      for (Step step : f.barrier.after) {
        step.run(f.lanes);
      }
      Fragment next = fragments.advance(f, f.barrier.block.id(), f.block);
      if (next != null) {
        fragments.add(next);
      }
    }
    barriers.clear(id);
  }

  /** Notifies the checks of the work-items that leave a barrier. */
  private void order(int id) {
    int waiting = 0;
    boolean local = true;
    boolean device = true; // memory that all waiting fragments fence
    for (Fragment f : parked) {
      if ((f.waiting & 1 << id) != 0) {
        local &= f.barrier.fence.local();
        device &= f.barrier.fence.device();
        checks.leave(f.lanes, f.barrier.ids, id, f.barrier.fence);
        for (int r = 0; r < f.lanes.ranges(); r++) {
          for (int lane = f.lanes.low[r]; lane < f.lanes.high[r]; lane++) {
            waiting += f.barrier.ids[lane] == id ? 1 : 0;
          }
        }
      }
    }
    MemoryFence fence = MemoryFence.of(local, device);
    checks.complete(id, waiting == fragments.liveCount(), fence);
  }

  private void deliver(Fragment f, int id) {
    BarrierPoint point = f.barrier;
    if (point.result == null) {
      return;
    }
    int value = barriers.reduced(id, point.kind);
    for (int r = 0; r < f.lanes.ranges(); r++) {
      for (int lane = f.lanes.low[r]; lane < f.lanes.high[r]; lane++) {
        if (point.ids[lane] == id) {
          point.result[lane] = value;
        }
      }
    }
  }

  /** Called when all live work-items of the group have met at a barrier. */
  private void passed(MemoryFence fence) {
    state.printed.barrier();
    if (checks != null) {
      checks.barrier(fence);
    }
  }

  /** Completes the barriers for the whole group at which all live work-items have arrived. */
  public void completeForAll() {
    for (int id = 0; id < GroupBarriers.COUNT; id++) {
      if (barriers.isComplete(id, fragments.liveCount())) {
        complete(id);
      }
    }
  }

  /**
   * Releases fragments that wait at a join for parked fragments and will not reach a barrier: the
   * join's block exits, or they have left a loop with the barrier and reach no other barrier. Once
   * they have ended, the barrier no longer waits for them. CUDA defines this since compute
   * capability 7.0: a barrier counts the work-items that have not exited.
   *
   * @return whether a fragment was released
   */
  public boolean releaseLeavers() {
    List<Join<Fragment>> seen = new ArrayList<>();
    boolean any = false;
    for (Fragment f : parked) {
      boolean inLoop = reaches(f.block, f.barrier.block.id());
      for (Join<Fragment> join = f.join; join != null && !seen.contains(join); join = join.parent) {
        boolean leaves = ends(blocks[join.block]) || inLoop && !reachesBarrier(join.block);
        if (leaves) {
          seen.add(join);
        }
        if (join.arrived != null && leaves) {
          if (checks != null) {
            checks.leaves(
                f.barrier.block.last().line(),
                "work-item %s of work-group %s is behind it, at line %s"
                    .formatted(
                        place.workItem(join.arrived.lanes.first()), place.workGroup(), line(join)));
          }
          fragments.release(join);
          any = true;
        }
      }
    }
    return any;
  }

  /**
   * Applies the rule of hardware to barriers that a part of the group has reached, if it is wanted.
   *
   * @return whether a fragment was released
   */
  public boolean countArrivals() {
    if (arrivals.isEmpty()) {
      return false;
    }
    WavefrontArrivals waves = new WavefrontArrivals(arrivals.get().width(), fragments);
    Optional<Fragment> alone = waves.releaseOthers(parked);
    for (int id = 0; alone.isEmpty() && id < GroupBarriers.COUNT; id++) {
      int which = 1 << id;
      if (barriers.expected(id) == 0 && barriers.arrived(id) > 0 && waves.haveArrived(parked, id)) {
        alone = parked.stream().filter(f -> (f.waiting & which) != 0).findFirst();
        complete(id);
      }
    }
    alone.ifPresent(f -> arrivals.get().tell(place.line(f.barrier.block.last())));
    return alone.isPresent();
  }

  private int line(Join<Fragment> join) {
    return blocks[join.block].block.instructions().get(0).line();
  }

  private static boolean ends(CompiledBlock block) {
    return block.exits && block.steps.length == 0 && block.block.last().is(Variant.Exit.END);
  }

  private boolean reaches(int from, int to) {
    return reachable(from).get(to);
  }

  private boolean reachesBarrier(int from) {
    return reachable(from).stream().anyMatch(b -> blocks[b].barrier != null);
  }

  /** Returns the blocks that are reachable from a block, including the block itself. */
  private BitSet reachable(int from) {
    BitSet found = new BitSet();
    ArrayDeque<Integer> open = new ArrayDeque<>(List.of(from));
    found.set(from);
    while (!open.isEmpty()) {
      for (int next : blocks[open.remove()].successors) {
        if (!found.get(next)) {
          found.set(next);
          open.add(next);
        }
      }
    }
    return found;
  }

  /** Returns the error if all live work-items wait at barriers, or at joins for parked ones. */
  public ExecutionException divergent() {
    Fragment waiting = parked.get(0);
    if (parkedCount == fragments.liveCount()) {
      return nobodyComes(waiting);
    }
    long[] missing = fragments.live();
    for (Fragment f : parked) {
      for (int w = 0; w < missing.length; w++) {
        missing[w] &= ~f.lanes.mask[w];
      }
    }
    int lane = 0;
    while ((missing[lane >>> 6] & 1L << lane) == 0) {
      lane++;
    }
    return place.fault(
        waiting.barrier.block.last(),
        "divergent barrier: work-item "
            + place.workItem(waiting.lanes.first())
            + " waits where another of its group cannot arrive"
            + joining(lane),
        lane);
  }

  /** Describes where a work-item waits that took another path than the work-items at a barrier. */
  private String joining(int lane) {
    for (Fragment f : parked) {
      for (Join<Fragment> join = f.join; join != null; join = join.parent) {
        long[] there = join.arrived == null ? new long[lane / 64 + 1] : join.arrived.lanes.mask;
        if ((there[lane >>> 6] & 1L << lane) != 0) {
          return ": the other one took another way and waits at line "
              + line(join)
              + ", where both ways join";
        }
      }
    }
    return "";
  }

  /** Returns the error for a group in which all work-items wait, but too few at one barrier. */
  private ExecutionException nobodyComes(Fragment first) {
    int lane = first.lanes.first();
    int id = first.barrier.ids[lane];
    String why = "";
    for (Fragment f : parked) {
      int other = f.barrier.ids[f.lanes.first()];
      if (other != id) {
        why = " while another of its group waits at barrier " + other;
        lane = f.lanes.first();
        break;
      }
    }
    if (why.isEmpty()) {
      why =
          ", which is for %s work-items, and no more than %s arrive"
              .formatted(barriers.expected(id), barriers.arrived(id));
    }
    return place.fault(
        first.barrier.block.last(),
        "divergent barrier: work-item %s waits at barrier %s%s"
            .formatted(place.workItem(first.lanes.first()), id, why),
        lane);
  }
}
