package io.lockstep.terascale.code;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.parts.region.RegionOperation;
import java.util.Arrays;

/**
 * One operation of the machine before and after scheduling: an ALU operation, a fetch, a memory
 * write or a wait. Fields are set once by the lowering; thread-safe afterwards.
 */
public final class MachineOp {
  /** The kind of clause or control-flow instruction that contains it. */
  public enum Kind {
    /** In a bundle of an ALU clause. */
    ALU,
    /** In a fetch clause. */
    FETCH,
    /** A memory write through a random access target: a control-flow instruction. */
    STORE,
    /** A memory atomic through a random access target, or an operation of the region unit. */
    ATOMIC,
    /** Waits until writes are acknowledged: a control-flow instruction. */
    WAIT
  }

  /** Mnemonic of an atomic that changes nothing and sends what it read to the return buffer. */
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

  /**
   * Creates an ALU operation.
   *
   * @param mnemonic name in the vendor's assembly
   * @param unit required slots
   * @param results values it writes, one per channel
   * @param sources in the order of the assembly
   */
  public MachineOp(String mnemonic, Unit unit, int[] results, Source... sources) {
    this(Kind.ALU, mnemonic, unit, results, sources);
  }

  /**
   * Creates an operation.
   *
   * @param kind the kind of the operation
   * @param mnemonic name in the vendor's assembly
   * @param unit required slots; null outside ALU clauses
   * @param results values it writes, one per channel
   * @param sources in the order of the assembly
   */
  public MachineOp(Kind kind, String mnemonic, Unit unit, int[] results, Source... sources) {
    this.kind = kind;
    this.mnemonic = mnemonic;
    this.unit = unit;
    this.results = results;
    this.sources = sources;
  }

  /**
   * {@return a copy with other values}
   *
   * @param otherResults the same number of results
   * @param otherSources the same number of sources
   */
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

  /**
   * Names the recorded memory access it performs and the bytes a lane touches.
   *
   * @param slot of the kernel's static memory operation
   * @param accessBytes bytes a lane touches
   * @param constantOffset bytes that a fetch adds to its address
   * @return this operation
   */
  public MachineOp memory(int slot, int accessBytes, int constantOffset) {
    memorySlot = slot;
    bytes = accessBytes;
    offset = constantOffset;
    return this;
  }

  /**
   * Marks a fetch of texels, or a store of them: the slot is that of its first coordinate.
   *
   * @return this operation
   */
  public MachineOp texture() {
    texture = true;
    return this;
  }

  /**
   * Marks an atomic that writes the old values to the return buffer, or the fetch that reads them
   * there.
   *
   * @return this operation
   */
  public MachineOp throughReturnBuffer() {
    returnBuffer = true;
    return this;
  }

  /**
   * Marks an operation of the local data share that returns {@code words} through the queues.
   *
   * @param words 32-bit words a lane, 0 for a write
   * @return this operation
   */
  public MachineOp local(int words) {
    return returns(new int[words]);
  }

  /**
   * Marks an operation of the local data share and names the words that it returns, the first
   * through queue A, the second through queue B: the number of a word's queue source.
   *
   * @param words names, none for a write
   * @return this operation
   */
  public MachineOp returns(int... words) {
    local = true;
    queued = words;
    return this;
  }

  /**
   * Adds the recorded access of a second word that an operation of the local data share reads at an
   * address of its own.
   *
   * @param slot of the kernel's static memory operation
   * @return this operation
   */
  public MachineOp second(int slot) {
    second = slot;
    return this;
  }

  /**
   * Marks an operation that takes a word out of a queue.
   *
   * @param which 0 for queue A, 1 for queue B
   * @return this operation
   */
  public MachineOp pops(int which) {
    pops |= 1 << which;
    return this;
  }

  /**
   * {@return a copy that reads a word of an output queue where it read a value; slot t cannot}
   *
   * @param source position of the value among its sources
   * @param which 0 for queue A, 1 for queue B
   * @param word name of the word
   */
  public MachineOp popping(int source, int which, int word) {
    Source[] read = sources.clone();
    Source s = read[source];
    read[source] = new Source(Source.Kind.QUEUE, which, word, 0, s.negated(), s.absolute());
    MachineOp op = with(results, read, unit == Unit.ANY ? Unit.VECTOR : unit);
    return op.pops(which);
  }

  /**
   * Marks an operation that sets the predicate and with it the active lanes.
   *
   * @return this operation
   */
  public MachineOp setsPredicate() {
    predicate = true;
    return this;
  }

  /**
   * Marks a write of the address register.
   *
   * @return this operation
   */
  public MachineOp writesAddress() {
    writesAddressRegister = true;
    return this;
  }

  /**
   * Marks relative addressing.
   *
   * @return this operation
   */
  public MachineOp usesAddress() {
    usesAddressRegister = true;
    return this;
  }

  /**
   * Marks a write to scratch memory of values without registers, or a fetch of them.
   *
   * @param slot where they are
   * @return this operation
   */
  public MachineOp spills(SpillSlot slot) {
    spill = slot;
    return memory(-1, slot.bytes(), 0);
  }

  /**
   * Marks an operation of the global data share, or a barrier of the launch.
   *
   * @param operation what it asks of the region unit
   * @return this operation
   */
  public MachineOp region(RegionOperation operation) {
    region = operation;
    return this;
  }

  /** {@return what it asks of the region unit, or null} */
  public RegionOperation region() {
    return region;
  }

  /** {@return where it keeps values that have no register, or null} */
  public SpillSlot spill() {
    return spill;
  }

  /**
   * Sets the instruction of the portable kernel that it was made from.
   *
   * @param instruction null if there is none
   * @return this operation
   */
  public MachineOp from(Instruction instruction) {
    from = instruction;
    return this;
  }

  /**
   * Remembers that it is a component of a vector operation of the kernel's text.
   *
   * @param number shared by its components, or -1
   * @return this operation
   */
  public MachineOp vector(int number) {
    vector = number;
    return this;
  }

  /** {@return number of the vector operation that it is a component of, or -1} */
  public int vector() {
    return vector;
  }

  /** {@return the kind} */
  public Kind kind() {
    return kind;
  }

  /** {@return name in the vendor's assembly} */
  public String mnemonic() {
    return mnemonic;
  }

  /** {@return the required slots; null outside of ALU clauses} */
  public Unit unit() {
    return unit;
  }

  /** {@return values it writes: one a channel} */
  public int[] results() {
    return results;
  }

  /** {@return its sources} */
  public Source[] sources() {
    return sources;
  }

  /**
   * {@return whether it reads a value}
   *
   * @param value its number
   */
  public boolean reads(int value) {
    for (Source s : sources) {
      if (s.isValue() && s.number() == value) {
        return true;
      }
    }
    return false;
  }

  /**
   * {@return whether it writes a value}
   *
   * @param value its number
   */
  public boolean writes(int value) {
    for (int result : results) {
      if (result == value) {
        return true;
      }
    }
    return false;
  }

  /** {@return the recorded memory access, or -1} */
  public int memorySlot() {
    return memorySlot;
  }

  /** {@return bytes a lane touches} */
  public int bytes() {
    return bytes;
  }

  /** {@return constant offset of a fetch} */
  public int offset() {
    return offset;
  }

  /** {@return whether it starts an operation of the local data share} */
  public boolean isLocal() {
    return local;
  }

  /** {@return whether it fetches texels} */
  public boolean isTexture() {
    return texture;
  }

  /** {@return whether it writes old values to the return buffer, or reads them there} */
  public boolean usesReturnBuffer() {
    return returnBuffer;
  }

  /** {@return whether it is an atomic that changes nothing} */
  public boolean isNoOp() {
    return mnemonic.equals(NO_OP);
  }

  /** {@return words per lane that a local operation returns through the output queues} */
  public int queueWords() {
    return queued.length;
  }

  /**
   * {@return name of a word that a local operation returns}
   *
   * @param which 0 for queue A, 1 for queue B
   */
  public int queueWord(int which) {
    return queued[which];
  }

  /** {@return recorded access of the second word of a pair, or -1} */
  public int second() {
    return second;
  }

  /** {@return whether it takes words out of the queues} */
  public boolean isPop() {
    return pops != 0;
  }

  /**
   * {@return whether it takes a word out of a queue}
   *
   * @param which 0 for queue A, 1 for queue B
   */
  public boolean isPop(int which) {
    return (pops & 1 << which) != 0;
  }

  /** {@return words that it takes out of the queues} */
  public int popped() {
    return Integer.bitCount(pops);
  }

  /** {@return whether it sets the predicate} */
  public boolean isPredicate() {
    return predicate;
  }

  /** {@return whether it writes the address register} */
  public boolean isAddressWrite() {
    return writesAddressRegister;
  }

  /** {@return whether it addresses registers relatively} */
  public boolean isAddressUse() {
    return usesAddressRegister;
  }

  /** {@return the instruction of the portable kernel that it came from, or null} */
  public Instruction from() {
    return from;
  }

  /** {@return its line in the kernel's text, 0 if unknown} */
  public int line() {
    return from == null ? 0 : from.line();
  }

  /** {@return whether it must be kept even if its results are unused} */
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
