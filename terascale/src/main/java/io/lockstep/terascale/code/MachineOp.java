// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.code;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.parts.region.RegionOperation;
import java.util.Arrays;

/**
 * One machine operation: an ALU operation, a fetch, a memory write or a wait. Code generation sets
 * all fields; thread-safe afterwards.
 */
public final class MachineOp {
  /** The kind of clause or control-flow instruction that contains the operation. */
  public enum Kind {
    ALU,
    FETCH,
    /** A memory write through a random access target, which is a control-flow instruction. */
    STORE,
    /** A memory atomic through a random access target, or an operation of the region unit. */
    ATOMIC,
    /** A wait for acknowledgements of writes, which is a control-flow instruction. */
    WAIT
  }

  /** Mnemonic of an atomic that returns the value read without modifying memory. */
  public static final String NO_OP = "MEM_RAT NOP_RTN_ACK";

  private static final int[] NONE = {};

  private final Kind kind;
  private final String mnemonic;
  private final Unit unit;
  private final int[] results;
  private final Source[] sources;
  private final int[] reads;
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

  /** Creates an ALU operation; {@code results} has a value for each written channel. */
  public MachineOp(String mnemonic, Unit unit, int[] results, Source... sources) {
    this(Kind.ALU, mnemonic, unit, results, sources);
  }

  public MachineOp(Kind kind, String mnemonic, Unit unit, int[] results, Source... sources) {
    this.kind = kind;
    this.mnemonic = mnemonic;
    this.unit = unit;
    this.results = results;
    this.sources = sources;
    reads = Arrays.stream(sources).filter(Source::isValue).mapToInt(Source::number).toArray();
  }

  /** Returns a copy with other results and sources, as many as in this operation. */
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

  /** Sets the recorded access, the bytes per lane, and a fetch's constant offset in bytes. */
  public MachineOp memory(int slot, int accessBytes, int constantOffset) {
    memorySlot = slot;
    bytes = accessBytes;
    offset = constantOffset;
    return this;
  }

  /** Marks a texel fetch or store, whose memory slot is the slot of the first coordinate. */
  public MachineOp texture() {
    texture = true;
    return this;
  }

  /** Marks an atomic that writes old values to the return buffer, or a fetch from it. */
  public MachineOp throughReturnBuffer() {
    returnBuffer = true;
    return this;
  }

  /** Marks a local operation that returns the given number of 32-bit words per lane. */
  public MachineOp local(int words) {
    return returns(new int[words]);
  }

  /** Marks a local operation and names the words that it returns; the first word uses queue A. */
  public MachineOp returns(int... words) {
    local = true;
    queued = words;
    return this;
  }

  /** Sets the recorded access of the second word of a local read with two addresses. */
  public MachineOp second(int slot) {
    second = slot;
    return this;
  }

  /** Marks an operation that pops a word from queue A (0) or B (1). */
  public MachineOp pops(int which) {
    pops |= 1 << which;
    return this;
  }

  /**
   * Returns a copy that reads a word of an output queue instead of a value. Slot t cannot read the
   * queues, so the copy needs a vector slot.
   *
   * @param source position of the value among the sources
   * @param which 0 for queue A, 1 for queue B
   * @param word name of the queue's word
   */
  public MachineOp popping(int source, int which, int word) {
    Source[] read = sources.clone();
    Source s = read[source];
    read[source] = new Source(Source.Kind.QUEUE, which, word, 0, s.negated(), s.absolute());
    MachineOp op = with(results, read, unit == Unit.ANY ? Unit.VECTOR : unit);
    return op.pops(which);
  }

  /** Marks an operation that sets the predicate, and so the active lanes. */
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

  /** Marks a write of spilled values to scratch memory, or a fetch of spilled values. */
  public MachineOp spills(SpillSlot slot) {
    spill = slot;
    return memory(-1, slot.bytes(), 0);
  }

  public MachineOp region(RegionOperation operation) {
    region = operation;
    return this;
  }

  /** Returns the operation of the region unit, or null. */
  public RegionOperation region() {
    return region;
  }

  /** Returns the location of spilled values that this operation writes or fetches, or null. */
  public SpillSlot spill() {
    return spill;
  }

  /** Sets the instruction of the portable kernel that this operation implements; null if none. */
  public MachineOp from(Instruction instruction) {
    from = instruction;
    return this;
  }

  /** Sets the number of the vector operation to which this component belongs, or -1. */
  public MachineOp vector(int number) {
    vector = number;
    return this;
  }

  /** Returns the number of the vector operation to which this component belongs, or -1. */
  public int vector() {
    return vector;
  }

  public Kind kind() {
    return kind;
  }

  public String mnemonic() {
    return mnemonic;
  }

  /** Returns the slots that the operation requires; null outside ALU clauses. */
  public Unit unit() {
    return unit;
  }

  public int[] results() {
    return results;
  }

  public Source[] sources() {
    return sources;
  }

  /** Returns the values among the sources, in their order; not a copy. */
  public int[] reads() {
    return reads;
  }

  public boolean reads(int value) {
    return contains(reads, value);
  }

  public boolean writes(int value) {
    return contains(results, value);
  }

  private static boolean contains(int[] values, int value) {
    for (int v : values) {
      if (v == value) {
        return true;
      }
    }
    return false;
  }

  /** Returns the index of the recorded memory access, or -1. */
  public int memorySlot() {
    return memorySlot;
  }

  /** Returns the bytes accessed per lane. */
  public int bytes() {
    return bytes;
  }

  /** Returns the constant offset of a fetch, in bytes. */
  public int offset() {
    return offset;
  }

  /** Whether the operation starts an access of the local data share. */
  public boolean isLocal() {
    return local;
  }

  public boolean isTexture() {
    return texture;
  }

  public boolean usesReturnBuffer() {
    return returnBuffer;
  }

  /** Whether the operation is an atomic that does not modify memory. */
  public boolean isNoOp() {
    return mnemonic.equals(NO_OP);
  }

  /** Returns the number of words per lane that a local operation returns through queues. */
  public int queueWords() {
    return queued.length;
  }

  /** Returns the name of the word that queue A (0) or B (1) receives. */
  public int queueWord(int which) {
    return queued[which];
  }

  /** Returns the index of the recorded access for the second word of a pair, or -1. */
  public int second() {
    return second;
  }

  public boolean isPop() {
    return pops != 0;
  }

  /** Whether the operation pops a word from queue A (0) or B (1). */
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

  /** Returns the instruction of the portable kernel that this operation implements, or null. */
  public Instruction from() {
    return from;
  }

  /** Returns the line in the kernel's source, 0 if unknown. */
  public int line() {
    return from == null ? 0 : from.line();
  }

  /** Whether the operation must be kept even if its results are unused. */
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
