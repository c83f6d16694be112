// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.access;

import io.lockstep.io.InputException;
import io.lockstep.trace.change.AccessChange;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.Waits;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Changes the records of a launch's work-groups; the same work-items execute. */
final class ChangedGroups {
  /** Number of work-items whose accesses coalesce: the smallest common wavefront width. */
  private static final int TOGETHER = 16;

  private final ChangedKernel kernel;
  private final HostStep.Launch launch;
  private final Layouts layouts;
  private final Geometry geometry;
  private final RunWriter runs;
  private final SlotAccesses accesses;
  private final Set<Layout> touched = new LinkedHashSet<>(); // layouts used by the current group
  private final LongSet loaded = new LongSet(); // elements moved between the memories
  private final LongSet together = new LongSet();
  private final long[] places;

  ChangedGroups(ChangedKernel kernel, HostStep.Launch launch, Layouts layouts) {
    this.kernel = kernel;
    this.launch = launch;
    this.layouts = layouts;
    geometry = launch.geometry();
    runs = new RunWriter(geometry.sizeX(), geometry.sizeY(), geometry.sizeZ());
    accesses = new SlotAccesses(kernel, geometry);
    places = new long[geometry.groupSize()];
  }

  /** Returns the launch with the local memory that changed accesses need. */
  HostStep.Launch launch() {
    int more = kernel.localBytes(geometry.groupSize());
    if (more == 0) {
      return launch;
    }
    int dynamic = launch.dynamicLocalBytes();
    return launch.with(geometry, kernel.freeLocal(dynamic) - kernel.original.localBytes() + more);
  }

  WorkGroupRecord change(WorkGroupRecord group) {
    note(group);
    List<Segment> segments = new ArrayList<>();
    if (kernel.filling != null) {
      segments.add(
          new FillSegment(loaded.sorted(), geometry, kernel)
              .make(runs, launch.dynamicLocalBytes()));
    }
    for (Segment segment : group.segments()) {
      segments.add(change(segment));
    }
    return new WorkGroupRecord(group.group(), segments);
  }

  /** Collects all accesses of a group whose new addresses depend on each other. */
  private void note(WorkGroupRecord group) {
    touched.clear();
    loaded.clear();
    for (Segment segment : group.segments()) {
      accesses.open(segment);
      for (int s = 0; s < segment.slots(); s++) {
        ChangedKernel.Slot slot = kernel.slots.get(s);
        boolean filled = kernel.isFilled(slot);
        if (!filled && !slot.is(AccessChange.Kind.COALESCING)) {
          continue;
        }
        for (int n = 0; accesses.read(s, n); n++) {
          if (filled) {
            noteLoaded();
          } else {
            noteCoalesced(slot.bytes());
          }
        }
      }
    }
    touched.forEach(Layout::end);
  }

  private void noteLoaded() {
    for (int i = 0; i < accesses.end(); i++) {
      if (accesses.active[i]) {
        loaded.add(accesses.addresses[i]);
      }
    }
  }

  private void noteCoalesced(int bytes) {
    Layout layout = null;
    for (int i = 0; i < accesses.end(); i++) {
      if (accesses.active[i]) {
        layout = layouts.of(accesses.addresses[i], bytes);
        if (layout != null) {
          if (touched.add(layout)) {
            layout.begin();
          }
          layout.note(accesses.addresses[i]);
        }
      }
    }
    for (int from = 0; layout != null && from < accesses.end(); from += TOGETHER) {
      int to = Math.min(from + TOGETHER, accesses.end());
      layout.noteTogether(accesses.addresses, accesses.active, from, to);
    }
  }

  private Segment change(Segment segment) {
    accesses.open(segment);
    runs.begin(segment);
    for (int s = 0; s < kernel.newSlots(); s++) {
      runs.slot();
    }
    int local = kernel.freeLocal(launch.dynamicLocalBytes());
    for (int s = 0; s < segment.slots(); s++) {
      ChangedKernel.Slot slot = kernel.slots.get(s);
      if (kernel.isRemoved(s)) {
        continue;
      }
      runs.slot();
      if (slot.change() == null) {
        for (int r = segment.firstRun(s); r < segment.firstRun(s + 1); r++) {
          runs.copy(segment, r);
        }
        continue;
      }
      for (int n = 0; accesses.read(s, n); n++) {
        if (slot.is(AccessChange.Kind.LOCAL)) {
          local(local, slot.bytes());
        } else {
          coalesced(slot.bytes());
        }
        runs.add(n, places, accesses.active);
      }
      if (slot.is(AccessChange.Kind.LOCAL)) {
        local += ChangedKernel.tile(slot, geometry.groupSize());
      }
    }
    return runs.segment(segment, kernel.moved(), waits(segment.waits()));
  }

  private void coalesced(int bytes) {
    for (int i = 0; i < accesses.end(); i++) {
      if (accesses.active[i]) {
        long address = accesses.addresses[i];
        Layout layout = layouts.of(address, bytes);
        places[i] = layout == null ? address : layout.place(address);
      }
    }
  }

  /** Gives equal elements one address, and distinct elements adjacent addresses by work-item. */
  private void local(int from, int bytes) {
    together.clear();
    for (int i = 0; i < accesses.end(); i++) {
      if (accesses.active[i]) {
        places[i] = from + (long) bytes * together.add(accesses.addresses[i]);
      }
    }
  }

  /** Returns the accesses to polled words with their new slots; none may be a changed access. */
  private Waits waits(Waits old) {
    if (old.isEmpty()) {
      return old;
    }
    int n = old.size();
    int[] slot = new int[n];
    int[] occurrence = new int[n];
    int[] items = new int[2 * n];
    int[] word = new int[n];
    int[] needed = new int[n];
    int[] flags = new int[n];
    for (int e = 0; e < n; e++) {
      slot[e] = newSlot(old.slot(e));
      occurrence[e] = old.occurrence(e);
      items[2 * e] = old.firstItem(e);
      items[2 * e + 1] = old.endItem(e);
      word[e] = old.word(e, old.firstItem(e));
      needed[e] = old.needed(e);
      flags[e] = Waits.flags(old.isConsecutive(e), old.isChange(e));
    }
    return new Waits(slot, occurrence, items, word, needed, flags);
  }

  private int newSlot(int old) {
    if (kernel.slots.get(old).change() != null) {
      throw new InputException(
          kernel.original.source(),
          String.format(
              "work-groups of kernel %s wait for each other by accesses of line %d, which therefore"
                  + " cannot be ideal",
              kernel.original.name(), kernel.slots.get(old).operation().line()));
    }
    int slot = kernel.newSlots();
    for (int s = 0; s < old; s++) {
      slot += kernel.isRemoved(s) ? 0 : 1;
    }
    return slot;
  }
}
