// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.code;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.lower.register.SpillSlot;
import java.util.ArrayList;
import java.util.List;

/**
 * A machine instruction, as {@link SassCode} stores it.
 *
 * @param from instructions of the portable kernel that it implements
 * @param readsClock whether it reads the clock register
 */
public record Row(
    List<Instruction> from,
    Pipe pipe,
    ControlBits control,
    Operands operands,
    Access access,
    boolean readsClock) {

  /**
   * @param latency cycles until a fixed-latency result may be read; 0 if a counter says so
   * @param bankReads registers that it reads of the even bank, and 16 times those of the odd one
   * @param constant byte offset of its operand in the constant bank, or -1
   * @param uniform whether the address of its access is in uniform registers
   * @param rate for how long it occupies its unit
   * @param matrix product of matrices, or null
   * @param needed entries of the scoreboard for which it waits; empty with control bits
   */
  public record Operands(
      int latency,
      int bankReads,
      int constant,
      boolean uniform,
      Rate rate,
      Matrix matrix,
      List<Integer> needed) {

    /** Creates the operands of an instruction with control bits. */
    public Operands(
        int latency, int bankReads, int constant, boolean uniform, Rate rate, Matrix matrix) {
      this(latency, bankReads, constant, uniform, rate, matrix, List.of());
    }

    /** Creates the operands of an instruction that waits by the scoreboard. */
    public static Operands scored(int latency, Rate rate, List<Integer> needed) {
      return new Operands(latency, 0, -1, false, rate, null, needed);
    }
  }

  /**
   * @param clocks clocks for which the product holds its tensor core
   * @param operations its multiplications and additions
   */
  public record Matrix(int clocks, int operations) {}

  /** Which lanes take part in an access, and how. */
  public enum Lanes {
    /** Each active lane, with its own element. */
    EACH,
    /** Each, but the words of each slot pass the banks by themselves, as matrices do. */
    APART,
    /** Each; the unit counts those on one word and adds their number at once. */
    COUNTED,
    /** One active lane, for all. */
    ELECTED,
    /** One lane for all if all of the warp are active, else each. */
    ELECTED_IF_ALL
  }

  /**
   * @param slot recorded memory slot, or -1
   * @param bytes bytes a lane
   * @param spill location of the spilled value that the row moves, or null
   * @param joined slots of the words behind the first, of an access that does the work of several;
   *     the slot of the write of a copy
   * @param lanes which lanes take part, and how
   */
  public record Access(
      AccessKind kind, int slot, int bytes, SpillSlot spill, List<Integer> joined, Lanes lanes) {
    public static final Access NONE = new Access(AccessKind.NONE, -1, 0, null);

    /** Returns the access in which lanes take part in another way. */
    public Access of(Lanes others) {
      return new Access(kind, slot, bytes, spill, joined, others);
    }

    /** Creates the access of one instruction of the portable kernel. */
    public Access(AccessKind kind, int slot, int bytes, SpillSlot spill) {
      this(kind, slot, bytes, spill, List.of(), Lanes.EACH);
    }

    /** Returns what a fence's instruction of a name does; {@link #NONE} for other names. */
    public static Access ofFence(String name) {
      if (name.equals("CCTL.IVALL")) {
        return new Access(AccessKind.INVALIDATION, -1, 0, null);
      }
      if (!name.startsWith("MEMBAR")) {
        return NONE;
      }
      AccessKind scope =
          name.endsWith(".CTA")
              ? AccessKind.FENCE_OF_GROUP
              : name.endsWith(".SYS") ? AccessKind.FENCE_OF_SYSTEM : AccessKind.FENCE_OF_DEVICE;
      return new Access(scope, -1, 0, null);
    }

    /** Returns an access to these bytes and those that another one reads behind them. */
    public Access with(Access other) {
      List<Integer> slots = new ArrayList<>(joined);
      slots.add(other.slot);
      slots.addAll(other.joined);
      return new Access(kind, slot, bytes + other.bytes, spill, List.copyOf(slots), lanes);
    }
  }
}
