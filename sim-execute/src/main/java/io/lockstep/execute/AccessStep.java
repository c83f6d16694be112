// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.kernel.ir.Instruction;

/** A memory operation: computes and records addresses, and transfers data page by page. */
abstract class AccessStep implements Step {
  final MachineState state;
  final Instruction instruction;
  final MemoryWindow window;
  final int elementBytes;
  final int bytes;
  private final long[] addresses;
  private final long offset;
  private final SlotRecorder slot;
  private final boolean write;
  private final long[] functional;

  /** An earlier access of the block whose addresses differ only by the offset, or null. */
  private AccessStep leader;

  /** The shape of the last execution if it was recorded and is affine, otherwise null. */
  private AddressShape shape;

  /** The active work-items without helper pixels, for writes in a pixel domain; otherwise null. */
  private final ActiveLanes covered;

  AccessStep(
      MachineState state,
      Instruction instruction,
      long[] addresses,
      SlotRecorder slot,
      boolean write) {
    this.state = state;
    this.instruction = instruction;
    this.window = MemoryWindow.of(instruction.memory().space());
    this.elementBytes = instruction.memory().element().bytes();
    this.bytes = instruction.memory().bytes();
    this.addresses = addresses;
    this.offset = instruction.memory().offset();
    this.slot = slot;
    this.write = write;
    boolean translated =
        state.layout != null && (window == MemoryWindow.DEVICE || window == MemoryWindow.GENERIC);
    this.functional = translated ? new long[state.size] : null;
    boolean shared = window != MemoryWindow.PRIVATE;
    this.covered = write && shared && state.covered != null ? new ActiveLanes(state.size) : null;
  }

  /**
   * Sets an earlier access of the same block, executed by the same work-items, whose addresses
   * differ only by the offset.
   */
  void follow(AccessStep earlier) {
    leader = earlier;
  }

  /** Returns whether other accesses may follow this one. */
  boolean canLead() {
    return slot != null && functional == null;
  }

  @Override
  public void run(ActiveLanes lanes) {
    state.instruction = instruction;
    long[] at = addresses;
    long plus = offset;
    if (functional != null) {
      translate(lanes);
      at = functional;
      plus = 0;
    }
    if (slot != null) {
      AddressShape known = leader == null ? null : leader.shape;
      long distance = leader == null ? 0 : offset - leader.offset;
      shape = slot.record(at, plus, lanes, known, distance);
      if (shape != null && covered == null && transferAffine(at[lanes.first()] + plus, lanes)) {
        return;
      }
    }
    ActiveLanes acting = lanes;
    if (covered != null) {
      acting = covered(lanes);
    }
    for (int r = 0; r < acting.ranges; r++) {
      int from = acting.low[r];
      int to = acting.high[r];
      while (from < to) {
        int end = state.locate(window, at, plus, bytes, from, to, write);
        if (state.accessed != null && window != MemoryWindow.LOCAL) {
          note(at[from] + plus, from, end);
        }
        transfer(state.page, state.positions, 0, from, end);
        from = end;
      }
    }
  }

  private void note(long address, int from, int to) {
    if (window == MemoryWindow.DEVICE
        || window == MemoryWindow.GENERIC && MemoryWindow.of(address) == MemoryWindow.DEVICE) {
      long page = address & ~DeviceMemory.PAGE_MASK;
      state.accessed.add(page, write, state.positions, 0, from, to, bytes);
    }
  }

  /**
   * Runs the access, work-item by work-item if the observer requests this; returns whether it does.
   */
  boolean runTracked(ActiveLanes lanes, AccessObserver observer) {
    long[] at = addresses;
    long plus = offset;
    if (functional != null) {
      state.instruction = instruction;
      translate(lanes);
      at = functional;
      plus = 0;
    }
    if (!observer.begin(at, plus, lanes)) {
      run(lanes);
      return false;
    }
    state.instruction = instruction;
    if (slot != null) {
      shape = slot.record(at, plus, lanes, null, 0);
    }
    for (int r = 0; r < lanes.ranges; r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        state.locate(window, at, plus, bytes, i, i + 1, write);
        byte[] page = state.page;
        int position = state.positions[i];
        observer.before(i, at[i] + plus, page, position);
        transfer(page, state.positions, 0, i, i + 1);
        observer.after(i, at[i] + plus, page, position);
      }
    }
    return true;
  }

  /** Returns the active work-items without helper pixels, which are recorded but write nothing. */
  private ActiveLanes covered(ActiveLanes lanes) {
    for (int w = 0; w < lanes.mask.length; w++) {
      covered.mask[w] = lanes.mask[w] & state.covered[w];
    }
    covered.update(lanes.version);
    return covered;
  }

  private void translate(ActiveLanes lanes) {
    for (int r = 0; r < lanes.ranges; r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        functional[i] = state.layout.lengthen((int) (addresses[i] + offset));
      }
    }
  }

  /**
   * Transfers all data at once if the shape shows that every access is valid and all are in one
   * page.
   *
   * @param first address of the first active work-item
   * @return false if work-items must be processed one by one
   */
  private boolean transferAffine(long first, ActiveLanes lanes) {
    long least = shape.least();
    long most = shape.most();
    long pageStart = 0;
    byte[] page;
    if (!shape.isAligned(bytes)) {
      return false;
    }
    if (window == MemoryWindow.LOCAL) {
      page = state.local;
      if (least < 0 || most > page.length - bytes) {
        return false;
      }
    } else if (window == MemoryWindow.DEVICE) {
      if ((least ^ most) >>> DeviceMemory.PAGE_BITS != 0) {
        return false;
      }
      state.lane = lanes.first();
      page =
          write ? state.memory.pageForWrite(first, bytes) : state.memory.pageForRead(first, bytes);
      pageStart = least & ~DeviceMemory.PAGE_MASK;
      if (most - pageStart > state.memory.pageLimit() - bytes) {
        return false;
      }
    } else {
      return false;
    }
    int start = (int) (shape.base() - pageStart);
    if (state.accessed != null && window == MemoryWindow.DEVICE) {
      if (lanes.count == state.size) {
        state.accessed.add(pageStart, write, shape, start, state.size, bytes);
      }
      for (int r = 0; lanes.count < state.size && r < lanes.ranges; r++) {
        state.accessed.add(
            pageStart, write, shape.places(), start, lanes.low[r], lanes.high[r], bytes);
      }
    }
    transfer(page, shape, start, lanes);
    return true;
  }

  /** Transfers the data of all active work-items, at {@code start} plus a shape's places. */
  void transfer(byte[] page, AddressShape places, int start, ActiveLanes lanes) {
    for (int r = 0; r < lanes.ranges; r++) {
      transfer(page, places.places(), start, lanes.low[r], lanes.high[r]);
    }
  }

  /** Transfers the data of work-items {@code low} to {@code high - 1}, at start plus position. */
  abstract void transfer(byte[] page, int[] positions, int start, int low, int high);
}
