// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.access;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.LinearRegister;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.execute.memory.PagedBuffer;
import io.lockstep.execute.record.AddressShape;
import io.lockstep.execute.record.SlotRecorder;
import io.lockstep.execute.state.MachineState;
import io.lockstep.execute.state.MemoryWindow;
import io.lockstep.execute.state.ScatteredAccesses;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;

/** A memory operation: computes and records addresses, and transfers data page by page. */
abstract class AccessStep implements Step {
  /** Work-items in one page below which further work-items are transferred as scattered ones. */
  private static final int FEW = 4;

  final MachineState state;
  final Instruction instruction;
  final MemoryWindow window;
  final int elementBytes;
  final int bytes;
  private final long[] addresses;
  private final long offset;
  private final SlotRecorder slot;
  private final boolean write;

  /** Whether data may be gathered from several pages; atomics must execute one by one. */
  private final boolean gathers;

  private final long[] functional;

  /** Whether only the block itself reads what the access loads. */
  private boolean local;

  /** The register of the address if it may be linear in the local id, otherwise null. */
  private LinearRegister linear;

  /** The steps that convert the register to addresses. */
  private Step[] conversions = {};

  /** An earlier access of the block whose addresses differ only by the offset, or null. */
  private AccessStep leader;

  /** The shape of the last execution if it was recorded, otherwise null. */
  private AddressShape shape;

  /** The active work-items without helper pixels, for writes in a pixel domain; otherwise null. */
  private final ActiveLanes covered;

  AccessStep(
      MachineState state,
      Instruction instruction,
      long[] addresses,
      SlotRecorder slot,
      boolean write) {
    this(state, instruction, addresses, slot, write, instruction.op() != Op.ATOMIC);
  }

  /**
   * @param gathers whether data of device memory may be gathered from several pages at once
   */
  AccessStep(
      MachineState state,
      Instruction instruction,
      long[] addresses,
      SlotRecorder slot,
      boolean write,
      boolean gathers) {
    this.state = state;
    this.instruction = instruction;
    this.window = MemoryWindow.of(instruction.memory().space());
    this.elementBytes = instruction.memory().element().bytes();
    this.bytes = instruction.memory().bytes();
    this.addresses = addresses;
    this.offset = instruction.memory().offset();
    this.slot = slot;
    this.write = write;
    this.gathers = gathers && (window == MemoryWindow.DEVICE || window == MemoryWindow.GENERIC);
    boolean translated =
        state.layout != null && (window == MemoryWindow.DEVICE || window == MemoryWindow.GENERIC);
    this.functional = translated ? new long[state.size] : null;
    boolean shared = window != MemoryWindow.PRIVATE;
    this.covered = write && shared && state.covered != null ? new ActiveLanes(state.size) : null;
  }

  /** Lets a load write the registers of inactive work-items, too. */
  void setLocal() {
    local = true;
  }

  /** Sets the register of the address, which may be linear, and its conversions to addresses. */
  void setLinear(LinearRegister register, Step[] toAddresses) {
    linear = register;
    conversions = toAddresses;
  }

  /** Returns whether the addresses can be recorded from base and strides alone. */
  private boolean isLinear() {
    return linear != null
        && linear.isKnown()
        && slot != null
        && functional == null
        && covered == null
        && linear.isExact();
  }

  /** Computes the address of each work-item. */
  private void settle(ActiveLanes lanes) {
    if (linear != null) {
      linear.settle();
      for (Step step : conversions) {
        step.run(lanes);
      }
    }
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
    AddressShape known = leader == null ? null : leader.shape;
    long distance = leader == null ? 0 : offset - leader.offset;
    boolean recorded = slot == null;
    if (isLinear()) {
      shape = slot.record(linear, offset, lanes, known, distance);
      if (shape != null) {
        recorded = true;
        if (shape.isAffine() && transferAffine(shape, addresses, offset, lanes)) {
          return;
        }
      }
    }
    settle(lanes);
    long[] at = addresses;
    long plus = offset;
    if (functional != null) {
      translate(lanes);
      at = functional;
      plus = 0;
    }
    if (!recorded) {
      shape = slot.record(at, plus, lanes, known, distance);
      if (shape != null
          && shape.isAffine()
          && covered == null
          && transferAffine(shape, at, plus, lanes)) {
        return;
      }
    }
    ActiveLanes acting = lanes;
    if (covered != null) {
      acting = covered(lanes);
    }
    if (acting.sparse && gathers && !write && gather(at, plus, acting)) {
      return;
    }
    for (int r = 0; r < acting.ranges(); r++) {
      int from = acting.low[r];
      int to = acting.high[r];
      while (from < to) {
        int end = transferPage(at, plus, from, to);
        if (end < to && end - from < FEW && gathers) {
          transferScattered(at, plus, end, to);
          end = to;
        }
        from = end;
      }
    }
  }

  /**
   * Transfers the data of the work-items {@code from}, {@code from + 1}, … as long as they access
   * one page.
   *
   * @return the first work-item that accesses another page, at most {@code to}
   */
  private int transferPage(long[] at, long plus, int from, int to) {
    int end = state.locate(window, at, plus, bytes, from, to, write);
    if (state.accessed != null && window != MemoryWindow.LOCAL) {
      note(at[from] + plus, from, end);
    }
    transfer(state.page, state.positions, 0, from, end);
    return end;
  }

  /**
   * Transfers the data of work-items {@code from} to {@code to - 1}, each of which may access
   * another page, through an array in which their data lies side by side.
   */
  private void transferScattered(long[] at, long plus, int from, int to) {
    ScatteredAccesses scattered = state.scattered;
    scattered.reserve(bytes);
    if (write) {
      transferRow(scattered.data, from * bytes, from, to);
    }
    int i = from;
    while (i < to) {
      int end =
          write ? scattered.store(at, plus, bytes, i, to) : scattered.load(at, plus, bytes, i, to);
      if (state.accessed != null) {
        state.accessed.add(at, plus, write, i, end, bytes);
      }
      if (!write) {
        transferRow(scattered.data, i * bytes, i, end);
      }
      i = end < to ? transferPage(at, plus, end, to) : to;
    }
  }

  /**
   * Loads the data of sparse work-items.
   *
   * @return false if it does not lie in one buffer
   */
  private boolean gather(long[] at, long plus, ActiveLanes lanes) {
    ScatteredAccesses scattered = state.scattered;
    scattered.reserve(bytes);
    if (!scattered.load(at, plus, bytes, lanes)) {
      return false;
    }
    for (int r = 0; state.accessed != null && r < lanes.ranges(); r++) {
      state.accessed.add(at, plus, false, lanes.low[r], lanes.high[r], bytes);
    }
    if (local) {
      transferRow(scattered.data, lanes.first() * bytes, lanes.first(), lanes.end());
      return true;
    }
    for (int r = 0; r < lanes.ranges(); r++) {
      transferRow(scattered.data, lanes.low[r] * bytes, lanes.low[r], lanes.high[r]);
    }
    return true;
  }

  private void note(long address, int from, int to) {
    if (window == MemoryWindow.DEVICE
        || window == MemoryWindow.GENERIC && MemoryWindow.of(address) == MemoryWindow.DEVICE) {
      note(address & ~DeviceMemory.PAGE_MASK, state.positions, 0, from, to);
    }
  }

  /** Notes accesses of work-items {@code low} to {@code high - 1} to one page, before they run. */
  void note(long page, int[] positions, int start, int low, int high) {
    state.accessed.add(page, write, positions, start, low, high, bytes);
  }

  /** Notes accesses of all work-items to one page, before they run. */
  void note(long page, AddressShape places, int start) {
    state.accessed.add(page, write, places, start, state.size, bytes);
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
    for (int r = 0; r < lanes.ranges(); r++) {
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
    for (int r = 0; r < lanes.ranges(); r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        functional[i] = state.layout.lengthen((int) (addresses[i] + offset));
      }
    }
  }

  /**
   * Transfers all data at once, or row by row, if the shape shows that every access is valid.
   *
   * @return false if work-items must be processed one by one
   */
  boolean transferAffine(AddressShape shape, long[] at, long plus, ActiveLanes lanes) {
    long least = shape.least();
    long most = shape.most();
    long pageStart = 0;
    byte[] page;
    if (!shape.isAligned(bytes)) {
      return false;
    }
    MemoryWindow in = window;
    if (window == MemoryWindow.GENERIC) {
      if ((least ^ most) >>> Address.OFFSET_BITS != 0) {
        return false;
      }
      in = MemoryWindow.of(least);
      pageStart = in == MemoryWindow.DEVICE ? 0 : least & ~Address.OFFSET_MASK;
    }
    if (in == MemoryWindow.LOCAL) {
      page = state.local;
      if (least < pageStart || most - pageStart > page.length - bytes) {
        return false;
      }
    } else if (in == MemoryWindow.PRIVATE) {
      return transferPrivate(least - pageStart, least == most, lanes);
    } else if (in == MemoryWindow.DEVICE) {
      if ((least ^ most) >>> DeviceMemory.PAGE_BITS != 0) {
        return gathers && transferRows(at, plus, lanes);
      }
      state.lane = lanes.first();
      long first = shape.base() + shape.places()[lanes.first()];
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
    if (state.accessed != null && in == MemoryWindow.DEVICE) {
      if (lanes.count == state.size) {
        note(pageStart, shape, start);
      }
      for (int r = 0; lanes.count < state.size && r < lanes.ranges(); r++) {
        note(pageStart, shape.places(), start, lanes.low[r], lanes.high[r]);
      }
    }
    transfer(page, shape, start, lanes);
    return true;
  }

  /**
   * Transfers the data of accesses to one address of each work-item's own memory.
   *
   * @return false if the address differs or is invalid
   */
  private boolean transferPrivate(long at, boolean uniform, ActiveLanes lanes) {
    if (!uniform || at < 0 || at > state.privateBytes - bytes) {
      return false;
    }
    for (int r = 0; r < lanes.ranges(); r++) {
      transfer(state.privates, state.privateStarts, (int) at, lanes.low[r], lanes.high[r]);
    }
    return true;
  }

  /**
   * Transfers the data of affine accesses to several pages of one buffer.
   *
   * @return false if accesses may leave the buffer
   */
  private boolean transferRows(long[] at, long plus, ActiveLanes lanes) {
    PagedBuffer buffer = state.memory.bufferAt(shape.least());
    long length = shape.most() - shape.least() + bytes;
    if (length > Integer.MAX_VALUE || Address.offset(shape.least()) > buffer.bytes - length) {
      return false;
    }
    buffer.touched |= write;
    int row = shape.rowLength();
    for (int r = 0; r < lanes.ranges(); r++) {
      int i = lanes.low[r];
      int high = lanes.high[r];
      int rowEnd = i - i % row;
      while (i < high) {
        rowEnd = i < rowEnd ? rowEnd : rowEnd + row;
        long first = shape.base() + shape.places()[i];
        int n = Math.min(inPage(first, shape.strideX()), Math.min(high, rowEnd) - i);
        if (n < FEW && n < high - i) {
          settle(lanes);
          transferScattered(at, plus, i, high);
          break;
        }
        transferInPage(buffer, first, i, i + n);
        i += n;
      }
    }
    return true;
  }

  /** Returns how many addresses from {@code first} on, a stride apart, lie in one page. */
  private static int inPage(long first, int stride) {
    int in = (int) first & DeviceMemory.PAGE_MASK;
    if (stride == 0) {
      return Integer.MAX_VALUE;
    }
    return stride > 0 ? (DeviceMemory.PAGE_MASK - in) / stride + 1 : in / -stride + 1;
  }

  /** Transfers the data of affine accesses to one page, which are known to be valid. */
  private void transferInPage(PagedBuffer buffer, long first, int low, int high) {
    int number = (int) (Address.offset(first) >>> DeviceMemory.PAGE_BITS);
    byte[] page = buffer.page(number);
    if (write && !(page != null && buffer.isWritten(number))) {
      page = state.memory.writable(buffer, number);
    } else if (page == null) {
      page = state.memory.readable(buffer, number);
    }
    int[] places = shape.places();
    int start = ((int) first & DeviceMemory.PAGE_MASK) - places[low];
    if (state.accessed != null) {
      note(first & ~DeviceMemory.PAGE_MASK, places, start, low, high);
    }
    transferRun(page, shape, start, low, high);
  }

  /** Transfers the data of all active work-items, at {@code start} plus a shape's places. */
  void transfer(byte[] page, AddressShape places, int start, ActiveLanes lanes) {
    int row = places.strideX() == bytes ? places.rowLength() : state.size;
    for (int r = 0; r < lanes.ranges(); r++) {
      int high = lanes.high[r];
      for (int i = lanes.low[r]; i < high; ) {
        int end = Math.min(high, i - i % row + row);
        transferRun(page, places, start, i, end);
        i = end;
      }
    }
  }

  /** Transfers the data of work-items of one row, at {@code start} plus a shape's places. */
  final void transferRun(byte[] page, AddressShape shape, int start, int low, int high) {
    if (shape.strideX() == bytes) {
      transferRow(page, start + shape.places()[low], low, high);
    } else {
      transfer(page, shape.places(), start, low, high);
    }
  }

  /** Transfers the data of work-items {@code low} to {@code high - 1}, side by side from a byte. */
  void transferRow(byte[] page, int first, int low, int high) {
    transfer(page, state.scattered.positions(bytes), first - low * bytes, low, high);
  }

  /** Transfers the data of work-items {@code low} to {@code high - 1}, at start plus position. */
  abstract void transfer(byte[] page, int[] positions, int start, int low, int high);
}
