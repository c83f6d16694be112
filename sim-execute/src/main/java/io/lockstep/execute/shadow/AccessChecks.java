// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.shadow;

import io.lockstep.execute.arithmetic.LaneSteps;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.execute.check.ExecutionCheck;
import io.lockstep.execute.check.LaunchExtents;
import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.execute.state.GroupBarriers;
import io.lockstep.io.InputException;
import io.lockstep.kernel.analysis.LocalBarrier;
import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.MemoryFence;
import io.lockstep.trace.record.Geometry;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Checks the accesses of one launch. Receives every access and every barrier, group by group in the
 * order of their ids. Memory use is bounded by the limits of {@link GroupShadow} and {@link
 * LaunchShadow} and by the size of local memory, regardless of the number of work-items.
 *
 * <p>A warp barrier ({@code bar.warp.sync}) orders the work-items of one aligned set, as wide as
 * the kernel's wavefronts. Kernels with such barriers have two kinds of shadow: one treats each set
 * as a unit; the other exists once per set, and its epochs end at the set's barriers.
 *
 * <p>In kernels with barriers for a part of the group, or at which work-items only arrive, {@link
 * PartialOrder} orders the accesses instead, and {@link OrderedWords} keeps them one by one.
 *
 * <p>A barrier orders accesses only to the memory that its flags name ({@link MemoryFence}), so
 * each memory has an {@link AccessOrder}.
 */
public final class AccessChecks {
  private static final int MOST_GROUPS_BITS = 32;

  private final Kernel kernel;
  private final boolean races;
  private final long[] written; // one bit for each written byte of local memory, or null
  private final AccessFindings findings;

  private final ShadowCells[] local;
  private final ShadowCells[][] localOfSets; // cells of each set of work-items, or null
  private final GroupShadow shadow;
  private final GroupShadow shadowOfSets;
  private final LaunchShadow launch;
  private final LaunchExtents extents; // null unless races are checked
  private final AccessOrder inLocal;
  private final AccessOrder inDevice;
  private final boolean parts; // whether barriers are for parts of the group
  private final boolean sets; // whether sets have barriers of their own
  private final int shift;
  private final int setBits; // binary logarithm of a set's size in work-items
  private final SortedMap<Integer, String> leavers = new TreeMap<>(); // by the barrier's line
  private boolean stopped;
  private long group;
  private int spread;

  // The checked access.
  private int bytes;
  private int kind;
  private int tag; // work-item in the upper 16 bits, number of the operation in the lower 16
  private int place; // number of a buffer, or AccessFindings.LOCAL
  private long offset;

  private AccessChecks(
      CheckLog log, Kernel kernel, Geometry geometry, DeviceMemory memory, int localBytes) {
    this.kernel = kernel;
    findings = new AccessFindings(kernel, geometry, memory);
    races = log.wants(ExecutionCheck.RACES);
    written = log.wants(ExecutionCheck.UNINITIALISED) ? new long[localBytes + 63 >>> 6] : null;
    parts = races && hasPartialBarriers(kernel, geometry.groupSize());
    sets = races && !parts && hasSetBarriers(kernel);
    int pages =
        races && !parts ? localBytes + DeviceMemory.PAGE_MASK >>> DeviceMemory.PAGE_BITS : 0;
    setBits = Integer.numberOfTrailingZeros(LaneSteps.width(kernel));
    shift = sets ? setBits : 0;
    local = pages(pages);
    int count = (geometry.groupSize() - 1 >>> setBits) + 1;
    inLocal = new AccessOrder(geometry.groupSize(), setBits, sets, parts);
    inDevice = new AccessOrder(geometry.groupSize(), setBits, sets, parts);
    localOfSets = sets ? new ShadowCells[count][] : null;
    for (int s = 0; sets && s < count; s++) {
      localOfSets[s] = pages(pages);
    }
    shadow = races ? new GroupShadow() : null;
    shadowOfSets = sets ? new GroupShadow() : null;
    launch = races && geometry.groups() > 1 ? new LaunchShadow() : null;
    extents = races ? new LaunchExtents(memory.buffers()) : null;
    if (races && geometry.groups() >>> MOST_GROUPS_BITS != 0) {
      throw new InputException(
          kernel.source(),
          kernel.name() + ": races are looked for in launches of up to 2^32 work-groups");
    }
  }

  /** Returns the checks that a log requests, or null if it requests none. */
  public static AccessChecks of(
      CheckLog log, Kernel kernel, Geometry geometry, DeviceMemory memory, int localBytes) {
    return log.wantsAny() ? new AccessChecks(log, kernel, geometry, memory, localBytes) : null;
  }

  private static ShadowCells[] pages(int count) {
    ShadowCells[] pages = new ShadowCells[count];
    for (int i = 0; i < count; i++) {
      pages[i] = new ShadowCells();
    }
    return pages;
  }

  private static boolean hasSetBarriers(Kernel kernel) {
    for (Block block : kernel.blocks()) {
      for (Instruction in : block.instructions()) {
        if (isSetBarrier(in)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasPartialBarriers(Kernel kernel, int groupSize) {
    if (LocalBarrier.areUsedBy(kernel)) {
      return true;
    }
    for (Block block : kernel.blocks()) {
      for (Instruction in : block.instructions()) {
        int count = in.variant() instanceof Variant.Barrier b && b.reduces() ? 2 : 1;
        if (in.op() == Op.BARRIER
            && (in.is(Variant.Barrier.ARRIVE)
                || in.sources().size() > count
                    && (in.sources().get(count).isRegister()
                        || in.sources().get(count).bits() != groupSize))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isSetBarrier(Instruction in) {
    return in.is(Variant.Fence.LANES);
  }

  /** Returns a step that applies a fence to the checks, or null if it has no effect on them. */
  public Step fence(Instruction in) {
    MemoryFence fence = in.fence();
    return (sets || parts) && isSetBarrier(in) ? lanes -> setBarrier(lanes, fence) : null;
  }

  private void setBarrier(ActiveLanes lanes, MemoryFence fence) {
    int done = -1;
    for (int r = 0; r < lanes.ranges(); r++) {
      int end = lanes.high[r] - 1 >> setBits;
      for (int s = Math.max(done + 1, lanes.low[r] >> setBits); s <= end; s++) {
        if (fence.local()) {
          inLocal.meetSet(s);
        }
        if (fence.device()) {
          inDevice.meetSet(s);
        }
        done = s;
      }
    }
  }

  /** Assigns a number to a memory operation, from 1. */
  public int number(Instruction in) {
    return findings.number(in);
  }

  /** Stops checking, because a group was suspended to wait for another. */
  public void stop() {
    stopped = true;
    if (extents != null) {
      extents.stop();
    }
  }

  public void begin(long id) {
    group = id;
    findings.begin(id);
    barrier(MemoryFence.BOTH);
    if (written != null) {
      Arrays.fill(written, 0);
    }
  }

  /** Called when all work-items of the group have met at a barrier, which orders {@code fence}. */
  public void barrier(MemoryFence fence) {
    if (stopped) {
      return;
    }
    if (fence.local()) {
      inLocal.meet();
    }
    if (fence.device()) {
      inDevice.meet();
    }
  }

  /**
   * Called when work-items arrive at barrier {@code id}: the active lanes whose entry in {@code
   * ids} is {@code id}.
   */
  public void arrive(ActiveLanes lanes, int[] ids, int id, MemoryFence fence) {
    if (!parts || stopped) {
      return;
    }
    if (fence.local()) {
      inLocal.parts.arrive(lanes, ids, id);
    }
    if (fence.device()) {
      inDevice.parts.arrive(lanes, ids, id);
    }
  }

  /**
   * Called when work-items have arrived at barriers in local memory, or have found a phase of them
   * complete. Phases are not told apart: an arrival is ordered before each test after it.
   *
   * @param ids by work-item: a number of the barrier from {@link GroupBarriers#COUNT} on, or -1
   * @param count number of barriers
   */
  public void localBarriers(ActiveLanes lanes, int[] ids, int count, boolean arrive) {
    for (int id = GroupBarriers.COUNT; id < GroupBarriers.COUNT + count; id++) {
      if (arrive) {
        arrive(lanes, ids, id, MemoryFence.BOTH);
      } else {
        leave(lanes, ids, id, MemoryFence.BOTH);
      }
    }
  }

  /**
   * Called when work-items leave the completed barrier {@code id}: the active lanes whose entry in
   * {@code ids} is {@code id}.
   */
  public void leave(ActiveLanes lanes, int[] ids, int id, MemoryFence fence) {
    if (!parts || stopped) {
      return;
    }
    if (fence.local()) {
      inLocal.parts.leave(lanes, ids, id);
    }
    if (fence.device()) {
      inDevice.parts.leave(lanes, ids, id);
    }
  }

  /**
   * Called when all work-items that waited at a barrier have left it.
   *
   * @param all whether no other work-items still run
   */
  public void complete(int id, boolean all, MemoryFence fence) {
    if (stopped) {
      return;
    }
    if (parts) {
      inLocal.parts.clear(id);
      inDevice.parts.clear(id);
    }
    if (!parts || all) {
      barrier(fence);
    }
  }

  /** Checks an access to local memory, which must be in bounds and aligned. */
  public void local(int at, int bytes, int kind, int lane, int number) {
    if (stopped) {
      return;
    }
    if (written != null) {
      initialised(at, bytes, kind, lane, number);
    }
    if (!races) {
      return;
    }
    access(bytes, kind, lane, number);
    place(AccessFindings.LOCAL, at);
    if (parts) {
      ordered(inLocal, at);
    } else {
      int page = at >>> DeviceMemory.PAGE_BITS;
      int inPage = at & DeviceMemory.PAGE_MASK;
      note(local[page], inPage, inLocal.epoch, shift);
      if (sets) {
        int set = lane >>> setBits;
        note(localOfSets[set][page], inPage, inLocal.setEpochs[set], 0);
      }
    }
  }

  /** Checks an access to device memory, which must be inside a buffer and aligned. */
  public void global(long address, int bytes, int kind, int lane, int number) {
    if (!races || stopped) {
      return;
    }
    access(bytes, kind, lane, number);
    place(Address.buffer(address), Address.offset(address));
    long key = address >>> DeviceMemory.PAGE_BITS;
    int inPage = (int) address & DeviceMemory.PAGE_MASK;
    extents.add(place, kind, offset, bytes);
    if (parts) {
      ordered(inDevice, address);
    } else {
      note(shadow, key, inPage, inDevice.epoch, shift);
    }
    if (sets) {
      int set = lane >>> setBits;
      note(shadowOfSets, key | (long) set << 52, inPage, inDevice.setEpochs[set], 0);
    }
    if (launch != null) {
      long entry = group << 32 | tag & 0xFFFFFFFFL;
      long partner = launch.access(key, inPage, bytes, kind, entry);
      if (partner != 0) {
        findings.between((int) partner, partner >>> 32, lane, number, place, offset);
      }
    }
  }

  private void access(int ofBytes, int ofKind, int lane, int number) {
    bytes = ofBytes;
    kind = ofKind;
    tag = lane << 16 | number;
  }

  private void place(int ofPlace, long ofOffset) {
    place = ofPlace;
    offset = ofOffset;
  }

  /** Checks the access, which is ordered by barriers for parts of the group. */
  private void ordered(AccessOrder order, long address) {
    int partner = 0;
    int wide = 0;
    for (int done = 0; done < bytes; done += 4) {
      int inWord = bytes < 4 ? (1 << bytes) - 1 << (address & 3) : 0xF;
      int found = order.words.access(address + done >>> 2, inWord, kind, tag);
      partner = partner == 0 ? found : partner;
      wide |= order.words.spread();
    }
    conflict(partner, wide);
  }

  private void note(GroupShadow pages, long key, int at, int now, int together) {
    ShadowCells page = pages.page(key, inDevice.epoch);
    int before = page.size();
    note(page, at, now, together);
    pages.grown(before, page.size());
  }

  private void note(ShadowCells page, int at, int now, int together) {
    page.epoch = now;
    int cell = page.cell(at, bytes);
    int end = page.end(at, bytes);
    int partner = 0;
    int wide = 0;
    for (; cell < end; cell = ShadowCells.after(cell)) {
      int found = page.access(cell, kind, tag, now, together);
      partner = partner == 0 ? found : partner;
      wide |= page.spread(cell) >>> together;
    }
    conflict(partner, wide << together);
  }

  private void conflict(int partner, int wide) {
    spread |= wide;
    if (partner != 0) {
      findings.inside(partner, wide, tag >>> 16, tag & 0xFFFF, place, offset);
    }
  }

  /** Checks that accessed bytes of local memory were written before, and marks written bytes. */
  private void initialised(int at, int bytes, int kind, int lane, int number) {
    long mask = (bytes == 64 ? -1L : (1L << bytes) - 1) << at;
    int word = at >>> 6;
    if (kind != ShadowCells.WRITE && (written[word] & mask) != mask) {
      int first = at + Long.numberOfTrailingZeros((~written[word] & mask) >>> at);
      findings.unwritten(lane, number, first);
    }
    if (kind == ShadowCells.WRITE || kind == ShadowCells.ATOMIC) {
      written[word] |= mask;
    }
  }

  /**
   * Returns the smallest width, in work-items, of aligned sets that contain every unsynchronised
   * conflict inside a group so far: 1 if there is none, 0 if races are not checked.
   */
  public int minimumWidth() {
    return !races ? 0 : spread == 0 ? 1 : 2 * Integer.highestOneBit(spread);
  }

  /** Returns the extents of the launch's accesses; null unless races are checked. */
  public LaunchExtents extents() {
    return extents;
  }

  /** Records work-items that miss a barrier at which other work-items of their group wait. */
  public void leaves(int barrierLine, String who) {
    leavers.putIfAbsent(barrierLine, who);
  }

  /** Reports work-items that miss barriers, for languages in which this is undefined behaviour. */
  public void reportLeavers(CheckLog log, String source) {
    leavers.forEach(
        (line, who) ->
            log.note(
                "%s:%s: kernel %s: not every work-item of the group comes to this barrier: %s; that is undefined in the kernel's language"
                    .formatted(source, line, kernel.name(), who)));
  }

  /** Returns whether accesses conflict, inside a group or between groups. */
  public boolean hasRaces() {
    return findings.hasRaces();
  }

  /** Reports the findings to a log; races are omitted if they are allowed. */
  public void report(CheckLog log, boolean racesAllowed, String source) {
    findings.report(log, racesAllowed, source);
    if (stopped) {
      log.note(
          "kernel "
              + kernel.name()
              + ": its work-groups wait for one another; accesses after the first wait were not"
              + " checked");
    }
    if (hasRaces() && !racesAllowed && !PollLoops.of(kernel).isEmpty()) {
      log.note(
          "kernel "
              + kernel.name()
              + ": its work-groups poll memory; races are also listed where its own locks, flags or"
              + " barriers between work-groups keep the accesses apart");
    }
    long left = parts ? inLocal.words.forgotten() + inDevice.words.forgotten() : 0;
    if (left > 0) {
      log.note(
          ("kernel %s: accesses more memory between two meetings of a whole work-group than"
                  + " is watched at a time; races with %s words that made room may be missing")
              .formatted(kernel.name(), left));
    }
    long forgotten = races ? shadow.forgotten() : 0;
    forgotten += shadowOfSets == null ? 0 : shadowOfSets.forgotten();
    forgotten += launch == null ? 0 : launch.forgotten();
    if (forgotten > 0) {
      log.note(
          ("kernel %s: touches more memory than is watched at a time; races with %s pages of"
                  + " 4 KiB that made room may be missing")
              .formatted(kernel.name(), forgotten));
    }
  }
}
