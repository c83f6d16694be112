package io.lockstep.terascale.code;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.parts.region.RegionOperation;
import java.util.Arrays;

/** An ALU operation, fetch, memory write or wait; unchanged after lowering. */
public final class MachineOp {
  /** The clause or control-flow instruction that contains the operation. */
  public enum Kind {
    ALU,
    FETCH,
    /** A memory write through a random access target, a control-flow instruction. */
    STORE,
    /** A memory atomic through a random access target, or an operation of the region unit. */
    ATOMIC,
    /** A wait for acknowledgements of writes, a control-flow instruction. */
    WAIT
  }

  /** An atomic that changes nothing and sends the value to the return buffer. */
  public static final String NO_OP = "MEM_RAT NOP_RTN_ACK";

  private static final int[] NONE = {};
  private static final Source[] NO_SOURCES = {};

  private final Kind kind;
  private final String mnemonic;
  private final Unit unit;
  private int[] results = NONE;
  private Source[] sources = NO_SOURCES;
  private int memorySlot = -1;
  private int bytes;
  private int offset;
  private int second = -1;
  private int pops;
  private int[] queued = NONE;
  private boolean predicate;
  private boolean writesAddressRegister;
  private boolean usesAddressRegister;
  private boolean local;
  private boolean texture;
  private boolean returnBuffer;
  private SpillSlot spill;
  private RegionOperation region;
  private Instruction from;
  private int vector = -1;

  /** An ALU operation; {@code results} are values, one per channel. */
  public MachineOp(String mnemonic, Unit unit, int[] results, Source... sources) {
    this(Kind.ALU, mnemonic, unit, results, sources);
  }

  /** {@code unit} is null outside ALU clauses. */
  public MachineOp(Kind kind, String mnemonic, Unit unit, int[] results, Source... sources) {
    this.kind = kind;
    this.mnemonic = mnemonic;
    this.unit = unit;
    this.results = results;
    this.sources = sources;
  }

  /** A copy with as many other values. */
  public MachineOp with(int[] otherResults, Source[] otherSources) {
    return with(otherResults, otherSources, unit);
  }

  private MachineOp with(int[] otherResults, Source[] otherSources, Unit otherUnit) {
    MachineOp op = new MachineOp(kind, mnemonic, otherUnit, otherResults, otherSources);
    op.memorySlot = memorySlot;
    op.bytes = bytes;
    op.offset = offset;
    op.second = second;
    op.pops = pops;
    op.queued = queued;
    op.predicate = predicate;
    op.writesAddressRegister = writesAddressRegister;
    op.usesAddressRegister = usesAddressRegister;
    op.local = local;
    op.texture = texture;
    op.returnBuffer = returnBuffer;
    op.spill = spill;
    op.region = region;
    op.from = from;
    op.vector = vector;
    return op;
  }

  /** Sets the recorded access, bytes per lane, and the bytes that a fetch adds to its address. */
  public MachineOp memory(int slot, int accessBytes, int constantOffset) {
    memorySlot = slot;
    bytes = accessBytes;
    offset = constantOffset;
    return this;
  }

  /** Marks a texel fetch or store; its access is that of its first coordinate. */
  public MachineOp texture() {
    texture = true;
    return this;
  }

  /** Marks an atomic that writes to the return buffer, or a fetch from it. */
  public MachineOp throughReturnBuffer() {
    returnBuffer = true;
    return this;
  }

  /** Marks a local operation that returns a number of words per lane. */
  public MachineOp local(int words) {
    return returns(new int[words]);
  }

  /**
   * Marks a local operation that returns these words ({@link Source#queue}), the first in queue A.
   */
  public MachineOp returns(int... words) {
    local = true;
    queued = words;
    return this;
  }

  /** Sets the recorded access of a local read's second address. */
  public MachineOp second(int slot) {
    second = slot;
    return this;
  }

  /** Marks a pop of queue A (0) or B (1). */
  public MachineOp pops(int which) {
    pops |= 1 << which;
    return this;
  }

  /** A copy that pops a word instead of reading a source; not in slot t. */
  public MachineOp popping(int source, int which, int word) {
    Source[] read = sources.clone();
    Source s = read[source];
    read[source] = new Source(Source.Kind.QUEUE, which, word, 0, s.negated(), s.absolute());
    MachineOp op = with(results, read, unit == Unit.ANY ? Unit.VECTOR : unit);
    return op.pops(which);
  }

  /** Marks a write of the predicate, and so of the active lanes. */
  public MachineOp setsPredicate() {
    predicate = true;
    return this;
  }

  public MachineOp writesAddress() {
    writesAddressRegister = true;
    return this;
  }

  public MachineOp usesAddress() {
    usesAddressRegister = true;
    return this;
  }

  /** Marks a write of spilled values, or a fetch of them. */
  public MachineOp spills(SpillSlot slot) {
    spill = slot;
    return memory(-1, slot.bytes(), 0);
  }

  public MachineOp region(RegionOperation operation) {
    region = operation;
    return this;
  }

  /** The operation of the region unit, or null. */
  public RegionOperation region() {
    return region;
  }

  /** The spilled values written or fetched, or null. */
  public SpillSlot spill() {
    return spill;
  }

  /** Sets the IR instruction that this implements, or null. */
  public MachineOp from(Instruction instruction) {
    from = instruction;
    return this;
  }

  /** Marks a component of a vector operation; -1 for none. */
  public MachineOp vector(int number) {
    vector = number;
    return this;
  }

  /** The vector operation of which this is a component, or -1. */
  public int vector() {
    return vector;
  }

  public Kind kind() {
    return kind;
  }

  public String mnemonic() {
    return mnemonic;
  }

  /** Null outside ALU clauses. */
  public Unit unit() {
    return unit;
  }

  /** Values written, one per channel. */
  public int[] results() {
    return results;
  }

  public Source[] sources() {
    return sources;
  }

  public boolean reads(int value) {
    for (Source s : sources) {
      if (s.isValue() && s.number() == value) {
        return true;
      }
    }
    return false;
  }

  public boolean writes(int value) {
    for (int result : results) {
      if (result == value) {
        return true;
      }
    }
    return false;
  }

  /** The recorded access, or -1. */
  public int memorySlot() {
    return memorySlot;
  }

  /** Bytes per lane. */
  public int bytes() {
    return bytes;
  }

  /** Bytes that a fetch adds to its address. */
  public int offset() {
    return offset;
  }

  /** Whether it starts an access of the local data share. */
  public boolean isLocal() {
    return local;
  }

  public boolean isTexture() {
    return texture;
  }

  public boolean usesReturnBuffer() {
    return returnBuffer;
  }

  /** Whether it is an atomic that changes nothing. */
  public boolean isNoOp() {
    return mnemonic.equals(NO_OP);
  }

  /** Words per lane that return through the output queues. */
  public int queueWords() {
    return queued.length;
  }

  /** The name of a word returned through queue A (0) or B (1). */
  public int queueWord(int which) {
    return queued[which];
  }

  /** The recorded access of a pair's second word, or -1. */
  public int second() {
    return second;
  }

  public boolean isPop() {
    return pops != 0;
  }

  /** Whether it pops queue A (0) or B (1). */
  public boolean isPop(int which) {
    return (pops & 1 << which) != 0;
  }

  public int popped() {
    return Integer.bitCount(pops);
  }

  public boolean isPredicate() {
    return predicate;
  }

  public boolean isAddressWrite() {
    return writesAddressRegister;
  }

  public boolean isAddressUse() {
    return usesAddressRegister;
  }

  /** The IR instruction that this implements, or null. */
  public Instruction from() {
    return from;
  }

  /** Source line, or 0. */
  public int line() {
    return from == null ? 0 : from.line();
  }

  /** Whether it is kept even if its results are unused. */
  public boolean hasEffect() {
    return kind == Kind.STORE
        || kind == Kind.ATOMIC
        || kind == Kind.WAIT
        || predicate
        || local
        || pops != 0
        || (kind == Kind.FETCH && memorySlot >= 0)
        || unit == Unit.ALONE
        || writesAddressRegister
        || usesAddressRegister;
  }

  @Override
  public String toString() {
    return mnemonic + " " + Arrays.toString(results) + " " + Arrays.toString(sources);
  }
}
