package io.lockstep.trace.exec;

import io.lockstep.trace.ir.Instruction;

/** A memory operation: works out addresses, records them, hands chunks of one page on. */
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

  /** The pixels of a domain among those that write; null where all write, or none does. */
  private final Lanes covered;

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
    this.covered = write && shared && state.covered != null ? new Lanes(state.size) : null;
  }

  @Override
  public void run(Lanes lanes) {
    state.instruction = instruction;
    long[] at = addresses;
    long plus = offset;
    if (functional != null) {
      translate(lanes);
      at = functional;
      plus = 0;
    }
    if (slot != null) {
      slot.record(at, plus, lanes);
    }
    Lanes acting = lanes;
    if (covered != null) {
      acting = covered(lanes);
    }
    for (int r = 0; r < acting.ranges; r++) {
      int from = acting.low[r];
      int to = acting.high[r];
      while (from < to) {
        int end = state.locate(window, at, plus, bytes, from, to, write);
        transfer(state.page, state.positions, from, end);
        from = end;
      }
    }
  }

  /** Helper pixels are recorded as the others are, but write nothing. */
  private Lanes covered(Lanes lanes) {
    for (int w = 0; w < lanes.mask.length; w++) {
      covered.mask[w] = lanes.mask[w] & state.covered[w];
    }
    covered.update(lanes.version);
    return covered;
  }

  private void translate(Lanes lanes) {
    for (int r = 0; r < lanes.ranges; r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        functional[i] = state.layout.lengthen((int) (addresses[i] + offset));
      }
    }
  }

  /** Moves the data of the work-items {@code low} to {@code high - 1}. */
  abstract void transfer(byte[] page, int[] positions, int low, int high);
}
