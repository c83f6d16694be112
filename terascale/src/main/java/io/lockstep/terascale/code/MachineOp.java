// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.code;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.parts.region.RegionOperation;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

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
  private final int pops; // queues from which a word is popped, one bit each
  private int memorySlot = -1;
  private int bytes;
  private int offset;
  private Role role = Role.Flag.NONE;
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
    int[] values = new int[sources.length];
    int count = 0;
    int queues = 0;
    for (Source s : sources) {
      if (s.isValue()) {
        values[count++] = s.number();
      } else if (s.kind() == Source.Kind.QUEUE) {
        queues |= 1 << s.number();
      }
    }
    reads = Arrays.copyOf(values, count);
    pops = queues;
  }

  /** Returns a copy with other results and sources, as many as in this operation. */
  public MachineOp with(int[] otherResults, Source[] otherSources) {
    return with(unit, otherResults, otherSources);
  }

  /**
   * Returns a copy that reads and writes other values.
   *
   * @param reading the value to read, by the value that this operation reads
   * @param writing the value to write, by the value that this operation writes
   */
  public MachineOp renamed(IntUnaryOperator reading, IntUnaryOperator writing) {
    Source[] read =
        Arrays.stream(sources)
            .map(s -> s.isValue() ? s.renamed(reading.applyAsInt(s.number())) : s)
            .toArray(Source[]::new);
    return with(Arrays.stream(results).map(writing).toArray(), read);
  }

  private MachineOp with(Unit otherUnit, int[] otherResults, Source[] otherSources) {
    return new MachineOp(kind, mnemonic, otherUnit, otherResults, otherSources)
        .memory(memorySlot, bytes, offset)
        .as(role)
        .from(from)
        .vector(vector);
  }

  /** Sets the recorded access, the bytes per lane, and a fetch's constant offset in bytes. */
  public MachineOp memory(int slot, int accessBytes, int constantOffset) {
    memorySlot = slot;
    bytes = accessBytes;
    offset = constantOffset;
    return this;
  }

  public MachineOp as(Role newRole) {
    role = newRole;
    return this;
  }

  /** Marks a write of spilled values to scratch memory, or a fetch of spilled values. */
  public MachineOp spills(SpillSlot slot) {
    return as(slot).memory(-1, slot.bytes(), 0);
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
    return with(unit == Unit.ANY ? Unit.VECTOR : unit, results, read);
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

  public boolean is(Role.Flag flag) {
    return role == flag;
  }

  /** Returns the location of spilled values that this operation writes or fetches, or null. */
  public SpillSlot spill() {
    return role instanceof SpillSlot slot ? slot : null;
  }

  /** Returns the operation of the region unit, or null. */
  public RegionOperation region() {
    return role instanceof Role.Region region ? region.operation() : null;
  }

  /** Whether the operation starts an access of the local data share. */
  public boolean isLocal() {
    return role instanceof Role.Local;
  }

  /** Returns the names of the words that a local operation returns through the output queues. */
  public int[] queued() {
    return role instanceof Role.Local local ? local.queued() : NONE;
  }

  /** Returns the recorded access of the second word of a pair, or -1. */
  public int second() {
    return role instanceof Role.Local local ? local.second() : -1;
  }

  /** Whether the operation is an atomic that does not modify memory. */
  public boolean isNoOp() {
    return mnemonic.equals(NO_OP);
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
    return switch (kind) {
      case ALU -> role != Role.Flag.NONE || isPop() || unit == Unit.ALONE;
      case FETCH -> memorySlot >= 0 || isLocal();
      case STORE, ATOMIC, WAIT -> true;
    };
  }

  @Override
  public String toString() {
    return mnemonic + " " + Arrays.toString(results) + " " + Arrays.toString(sources);
  }
}
