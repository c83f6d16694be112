package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Comparison;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Type;
import io.lockstep.kernel.ir.Variable;
import io.lockstep.kernel.ir.Variant;
import java.util.ArrayList;
import java.util.List;

/**
 * Replaces operations between lanes by accesses to local memory, for machines without lane
 * exchange: a shuffle becomes a store and a load of a word for each work-item, a vote or a
 * reduction an atomic on a word for each 32 work-items. The lanes of a wavefront execute them
 * together, so no barrier stands between. Match, and reductions over a part of the active lanes,
 * stay as they are. Not thread-safe.
 */
public final class LaneEmulation {
  /** Name of the local variable that a kernel exchanges lanes through. */
  private static final String VARIABLE = "lane exchange";

  private static final int LANES = 32;
  private static final int ITEMS = 1024;
  private static final int WORD = Integer.BYTES;
  private static final int VOTES = ITEMS * WORD;

  /** Bytes of local memory, from the start, that the variable occupies. */
  public static final int BYTES = VOTES + ITEMS / LANES * WORD;

  private static final Operand ZERO = Operand.immediate(0);
  private static final Operand ALL = Operand.immediate(0xFFFFFFFFL);

  private final KernelBuilder builder;
  private List<Instruction> out;
  private Instruction from;

  private LaneEmulation(KernelBuilder builder) {
    this.builder = builder;
  }

  /** {@return the local variable, which lies at the start of local memory} */
  public static Variable variable() {
    return new Variable(VARIABLE, Space.LOCAL, 0, BYTES, 16, new byte[0]);
  }

  /**
   * {@return whether a kernel exchanges lanes through local memory}
   *
   * @param kernel finished
   */
  public static boolean isIn(Kernel kernel) {
    return kernel.variables().stream().anyMatch(v -> v.name().equals(VARIABLE));
  }

  /**
   * Replaces the operations between lanes of a kernel that has the {@link #variable()}.
   *
   * @param blocks the blocks to modify
   * @param builder creates registers
   */
  public static void apply(List<Draft> blocks, KernelBuilder builder) {
    LaneEmulation emulation = new LaneEmulation(builder);
    for (Draft draft : blocks) {
      emulation.block(draft.code());
    }
  }

  private void block(List<Instruction> code) {
    out = new ArrayList<>();
    for (Instruction i : code) {
      from = i;
      if (!replace(i)) {
        out.add(i);
      }
    }
    code.clear();
    code.addAll(out);
  }

  private boolean replace(Instruction i) {
    switch (i.op()) {
      case SPECIAL -> {
        return special(i);
      }
      case SHUFFLE -> shuffle(i);
      case VOTE -> vote(i);
      case ACTIVE_MASK -> move(i, 0, ballot(null));
      case ELECT -> elect(i);
      case REDUCE -> {
        return reduce(i);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  // What is emitted.

  private void emit(InstructionBuilder b) {
    out.add(b.line(from.line()).text(from.text()).build());
  }

  private Operand value(Type type, InstructionBuilder b) {
    int register = builder.register(type, "");
    emit(b.to(register));
    return Operand.register(register);
  }

  private Operand integer(Op op, Operand... operands) {
    return value(Type.I32, InstructionBuilder.of(op, Type.I32).from(operands));
  }

  private Operand compare(Comparison how, Operand a, Operand b) {
    return value(
        Type.I1,
        InstructionBuilder.of(Op.COMPARE, Type.I32).signed(true).comparison(how).from(a, b));
  }

  private static Operand number(long n) {
    return Operand.immediate(n);
  }

  private Operand special(Special special) {
    return value(Type.I32, InstructionBuilder.of(Op.SPECIAL, Type.I32).special(special));
  }

  private Operand item() {
    return special(Special.LOCAL_ID_FLAT);
  }

  private Operand lane(Operand item) {
    return integer(Op.AND, item, number(LANES - 1));
  }

  private void move(Instruction i, int destination, Operand value) {
    int d = destination < i.destinations().size() ? i.destinations().get(destination) : -1;
    if (d >= 0) {
      emit(InstructionBuilder.of(Op.MOVE, builder.typeOf(d)).from(value).to(d));
    }
  }

  private static MemoryAccess word(int offset) {
    return new MemoryAccess(Space.LOCAL, Type.I32, 1, -1, offset, true, false);
  }

  private void store(Operand address, int offset, Operand value) {
    emit(InstructionBuilder.of(Op.STORE, Type.I32).from(address, value).memory(word(offset)));
  }

  private Operand load(Operand address, int offset) {
    return value(
        Type.I32, InstructionBuilder.of(Op.LOAD, Type.I32).from(address).memory(word(offset)));
  }

  private void meet() {
    emit(InstructionBuilder.of(Op.FENCE, Type.I1).variant(Variant.Fence.LANES));
  }

  // Operations.

  private boolean special(Instruction i) {
    Special kind = i.special();
    if (kind == Special.NUM_WAVEFRONTS) {
      Operand items =
          integer(
              Op.MUL,
              integer(Op.MUL, special(Special.LOCAL_SIZE_X), special(Special.LOCAL_SIZE_Y)),
              special(Special.LOCAL_SIZE_Z));
      move(i, 0, integer(Op.SHR, integer(Op.ADD, items, number(LANES - 1)), number(5)));
      return true;
    }
    switch (kind) {
      case LANE_ID -> move(i, 0, lane(item()));
      case WAVEFRONT_ID -> move(i, 0, integer(Op.SHR, item(), number(5)));
      case LANE_MASK_EQ -> move(i, 0, bit());
      case LANE_MASK_LT -> move(i, 0, integer(Op.SUB, bit(), number(1)));
      case LANE_MASK_GE -> move(i, 0, integer(Op.SUB, ZERO, bit()));
      case LANE_MASK_LE ->
          move(i, 0, integer(Op.SUB, integer(Op.SHL, bit(), number(1)), number(1)));
      case LANE_MASK_GT -> move(i, 0, integer(Op.SUB, ZERO, integer(Op.SHL, bit(), number(1))));
      default -> {
        return false;
      }
    }
    return true;
  }

  /** A mask with the own lane's bit. */
  private Operand bit() {
    return integer(Op.SHL, number(1), lane(item()));
  }

  private void shuffle(Instruction i) {
    Operand item = item();
    Operand lane = lane(item);
    Operand by = integer(Op.AND, i.sources().get(1), number(LANES - 1));
    Operand c = i.sources().get(2);
    Operand segment = integer(Op.AND, integer(Op.SHR, c, number(8)), number(LANES - 1));
    Operand within = integer(Op.NOT, segment);
    Operand first = integer(Op.AND, lane, segment);
    Operand clamp = integer(Op.AND, integer(Op.AND, c, number(LANES - 1)), within);
    Operand last = integer(Op.OR, first, clamp);
    Variant.Shuffle kind = (Variant.Shuffle) i.variant();
    Operand chosen =
        switch (kind) {
          case UP -> integer(Op.SUB, lane, by);
          case DOWN -> integer(Op.ADD, lane, by);
          case BUTTERFLY -> integer(Op.XOR, lane, by);
          case INDEX -> integer(Op.OR, first, integer(Op.AND, by, within));
        };
    Operand inside =
        compare(kind == Variant.Shuffle.UP ? Comparison.GE : Comparison.LE, chosen, last);
    Operand read = integer(Op.SELECT, chosen, lane, inside);
    store(integer(Op.SHL, item, number(2)), 0, i.sources().get(0));
    meet();
    Operand base = integer(Op.AND, item, number(-LANES & 0xFFFFFFFFL));
    Operand found = load(integer(Op.SHL, integer(Op.ADD, base, read), number(2)), 0);
    meet();
    move(i, 0, found);
    move(i, 1, inside);
  }

  /** The address of the word of the own 32 work-items, less {@link #VOTES}. */
  private Operand own() {
    return integer(Op.SHL, integer(Op.SHR, item(), number(5)), number(2));
  }

  /** The active lanes for which a predicate holds; all of them where it is null. */
  private Operand ballot(Operand predicate) {
    Operand own = own();
    Operand vote = bit();
    if (predicate != null) {
      vote = integer(Op.SELECT, vote, ZERO, predicate);
    }
    return combined(AtomicOp.OR, own, vote, ZERO, false);
  }

  private Operand combined(
      AtomicOp op, Operand own, Operand value, Operand identity, boolean signed) {
    store(own, VOTES, identity);
    meet();
    emit(
        InstructionBuilder.of(Op.ATOMIC, Type.I32)
            .signed(signed)
            .atomic(op)
            .from(own, value)
            .memory(word(VOTES)));
    meet();
    Operand all = load(own, VOTES);
    meet();
    return all;
  }

  private void vote(Instruction i) {
    Operand predicate = i.sources().get(0);
    Operand members = i.sources().get(1);
    Variant.Vote kind = (Variant.Vote) i.variant();
    Operand yes = kind == Variant.Vote.ALL ? null : voters(predicate, members, false);
    Operand no =
        kind == Variant.Vote.ALL || kind == Variant.Vote.UNIFORM
            ? voters(predicate, members, true)
            : null;
    switch (kind) {
      case BALLOT -> move(i, 0, yes);
      case ANY -> move(i, 0, compare(Comparison.NE, yes, ZERO));
      case ALL -> move(i, 0, compare(Comparison.EQ, no, ZERO));
      default -> {
        Operand none = compare(Comparison.EQ, yes, ZERO);
        Operand every = compare(Comparison.EQ, no, ZERO);
        move(i, 0, value(Type.I1, InstructionBuilder.of(Op.OR, Type.I1).from(none, every)));
      }
    }
  }

  private Operand voters(Operand predicate, Operand members, boolean against) {
    Operand p = predicate;
    if (!p.isRegister()) {
      p = value(Type.I1, InstructionBuilder.of(Op.MOVE, Type.I1).from(p));
    }
    if (against) {
      p = value(Type.I1, InstructionBuilder.of(Op.NOT, Type.I1).from(p));
    }
    return integer(Op.AND, ballot(p), members);
  }

  private void elect(Instruction i) {
    Operand active = integer(Op.AND, ballot(null), i.sources().get(0));
    Operand lowest = integer(Op.AND, active, integer(Op.SUB, ZERO, active));
    Operand leader = integer(Op.SUB, number(31), integer(Op.COUNT_LEADING_ZEROS, lowest));
    move(i, 0, leader);
    move(i, 1, compare(Comparison.EQ, leader, lane(item())));
  }

  private boolean reduce(Instruction i) {
    Operand members = i.sources().get(1);
    if (members.isRegister() || (int) members.bits() != -1) {
      return false;
    }
    long identity =
        switch (i.atomic()) {
          case MIN -> i.signed() ? Integer.MAX_VALUE : ALL.bits();
          case MAX -> i.signed() ? Integer.MIN_VALUE & ALL.bits() : 0;
          case AND -> ALL.bits();
          default -> 0;
        };
    Operand value = i.sources().get(0);
    move(i, 0, combined(i.atomic(), own(), value, number(identity), i.signed()));
    return true;
  }
}
