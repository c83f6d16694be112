package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Comparison;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
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
 * reduction over all lanes an atomic on a word for each 32 work-items at most. A match, and a
 * reduction over a subset of the lanes, reads the words of all lanes one after the other. The lanes
 * of a wavefront execute them together, so no barrier is needed.
 */
public final class LaneEmulation extends LaneMemory {
  private static final String VARIABLE = "lane exchange";

  private static final int ITEMS = 1024;
  private static final int VOTES = ITEMS * WORD;

  private static final Operand ALL = Operand.immediate(0xFFFFFFFFL);

  private final int lanesLog;
  private List<Instruction> out;
  private Instruction from;

  private LaneEmulation(KernelBuilder builder, int lanes) {
    super(builder, lanes);
    lanesLog = Integer.numberOfTrailingZeros(lanes);
  }

  /** Returns the variable for exchanges between up to 64 lanes, at offset 0 of local memory. */
  public static Variable variable(int lanes) {
    int bytes = VOTES + ITEMS / Math.min(lanes, WORD_LANES) * WORD;
    return new Variable(VARIABLE, Space.LOCAL, 0, bytes, 16, new byte[0]);
  }

  /** Whether a kernel exchanges lanes through local memory. */
  public static boolean isIn(Kernel kernel) {
    return kernel.variables().stream().anyMatch(v -> v.name().equals(VARIABLE));
  }

  /** Replaces the operations between lanes of a kernel that has the {@link #variable}. */
  public static void apply(List<Draft> blocks, KernelBuilder builder, int lanes) {
    LaneEmulation emulation = new LaneEmulation(builder, lanes);
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
      case ACTIVE_MASK -> move(i, 0, ballot(null).get(0));
      case ELECT -> elect(i);
      case MATCH -> match(i);
      case REDUCE -> reduce(i);
      default -> {
        return false;
      }
    }
    return true;
  }

  @Override
  public void emit(InstructionBuilder b) {
    out.add(b.line(from.line()).column(from.column()).text(from.text()).build());
  }

  private void move(Instruction i, int destination, Operand value) {
    int d = destination < i.destinations().size() ? i.destinations().get(destination) : -1;
    if (d >= 0) {
      emit(Op.MOVE, builder.typeOf(d), d, value);
    }
  }

  private boolean special(Instruction i) {
    Special kind = i.special();
    if (kind == Special.NUM_WAVEFRONTS) {
      Operand items =
          integer(
              Op.MUL,
              integer(Op.MUL, special(Special.LOCAL_SIZE_X), special(Special.LOCAL_SIZE_Y)),
              special(Special.LOCAL_SIZE_Z));
      move(i, 0, integer(Op.SHR, integer(Op.ADD, items, number(lanes - 1)), number(lanesLog)));
      return true;
    }
    switch (kind) {
      case LANE_ID -> move(i, 0, lane(item()));
      case WAVEFRONT_ID -> move(i, 0, integer(Op.SHR, item(), number(lanesLog)));
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

  private void shuffle(Instruction i) {
    Operand item = item();
    Operand lane = lane(item);
    Operand by = integer(Op.AND, i.sources().get(1), number(lanes - 1));
    Operand c = i.sources().get(2);
    Operand segment = integer(Op.AND, integer(Op.SHR, c, number(8)), number(lanes - 1));
    Operand within = integer(Op.NOT, segment);
    Operand first = integer(Op.AND, lane, segment);
    Operand clamp = integer(Op.AND, integer(Op.AND, c, number(lanes - 1)), within);
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
    Operand base = firstItem(item);
    Operand found = load(integer(Op.SHL, integer(Op.ADD, base, read), number(2)), 0);
    meet();
    move(i, 0, found);
    move(i, 1, inside);
  }

  /** The address of the wavefront's first word of votes, minus {@link #VOTES}. */
  private Operand own() {
    int words = Math.max(1, lanes / WORD_LANES);
    return integer(Op.SHL, integer(Op.SHR, item(), number(lanesLog)), number(words == 1 ? 2 : 3));
  }

  /** The mask, 32 lanes a word, of active lanes whose predicate holds; all if it is null. */
  private List<Operand> ballot(Operand predicate) {
    Operand own = own();
    Operand vote = bit();
    if (predicate != null) {
      vote = integer(Op.SELECT, vote, ZERO, predicate);
    }
    if (lanes <= WORD_LANES) {
      return List.of(combined(AtomicOp.OR, own, vote, ZERO, false));
    }
    store(own, VOTES, ZERO);
    store(own, VOTES + WORD, ZERO);
    meet();
    Operand half = integer(Op.SHR, lane(item()), number(5));
    combine(AtomicOp.OR, integer(Op.ADD, own, integer(Op.SHL, half, number(2))), vote, false);
    meet();
    List<Operand> all = List.of(load(own, VOTES), load(own, VOTES + WORD));
    meet();
    return all;
  }

  private void combine(AtomicOp op, Operand address, Operand value, boolean signed) {
    emit(
        InstructionBuilder.of(Op.ATOMIC, Type.I32)
            .signed(signed)
            .atomic(op)
            .from(address, value)
            .memory(word(VOTES)));
  }

  private Operand combined(
      AtomicOp op, Operand own, Operand value, Operand identity, boolean signed) {
    store(own, VOTES, identity);
    meet();
    combine(op, own, value, signed);
    meet();
    Operand all = load(own, VOTES);
    meet();
    return all;
  }

  private void vote(Instruction i) {
    Operand predicate = i.sources().get(0);
    Operand members = i.sources().get(1);
    Variant.Vote kind = (Variant.Vote) i.variant();
    List<Operand> yes = kind == Variant.Vote.ALL ? null : voters(predicate, members, false);
    List<Operand> no =
        kind == Variant.Vote.ALL || kind == Variant.Vote.UNIFORM
            ? voters(predicate, members, true)
            : null;
    switch (kind) {
      case BALLOT -> move(i, 0, i.type().isWide() ? whole(yes) : yes.get(0));
      case ANY -> move(i, 0, compare(Comparison.NE, any(yes), ZERO));
      case ALL -> move(i, 0, compare(Comparison.EQ, any(no), ZERO));
      default -> {
        Operand none = compare(Comparison.EQ, any(yes), ZERO);
        Operand every = compare(Comparison.EQ, any(no), ZERO);
        move(i, 0, value(Op.OR, Type.I1, none, every));
      }
    }
  }

  /** A word that is zero if all words are. */
  private Operand any(List<Operand> words) {
    return words.size() == 1 ? words.get(0) : integer(Op.OR, words.get(0), words.get(1));
  }

  private Operand whole(List<Operand> words) {
    Operand low = extended(words.get(0));
    if (words.size() == 1) {
      return low;
    }
    Operand high = value(Op.SHL, Type.I64, extended(words.get(1)), 32);
    return value(Op.OR, Type.I64, low, high);
  }

  private Operand extended(Operand word) {
    return convert(Type.I64, Type.I32, word);
  }

  private List<Operand> voters(Operand predicate, Operand members, boolean against) {
    Operand p = predicate;
    if (!p.isRegister()) {
      p = value(Op.MOVE, Type.I1, p);
    }
    if (against) {
      p = value(Op.NOT, Type.I1, p);
    }
    return ballot(p).stream().map(word -> integer(Op.AND, word, members)).toList();
  }

  private void elect(Instruction i) {
    Operand active = together(i.sources().get(0));
    Operand lowest = integer(Op.AND, active, integer(Op.SUB, ZERO, active));
    Operand leader = integer(Op.SUB, number(31), integer(Op.COUNT_LEADING_ZEROS, lowest));
    move(i, 0, leader);
    move(i, 1, compare(Comparison.EQ, leader, lane(item())));
  }

  private void reduce(Instruction i) {
    Operand members = i.sources().get(1);
    Operand value = i.sources().get(0);
    Operand identity = number(identity(i.atomic(), i.signed()));
    if (!members.isRegister() && (int) members.bits() == -1) {
      move(i, 0, combined(i.atomic(), own(), value, identity, i.signed()));
      return;
    }
    Operand together = together(members);
    Operand first = share(value);
    Operand result = identity;
    for (int lane = 0; lane < lanes; lane++) {
      Operand other = integer(Op.SELECT, load(first, lane * WORD), identity, isIn(together, lane));
      result =
          value(
              Type.I32,
              InstructionBuilder.of(operation(i.atomic()), Type.I32)
                  .signed(i.signed())
                  .from(result, other));
    }
    meet();
    move(i, 0, result);
  }

  private static long identity(AtomicOp op, boolean signed) {
    return switch (op) {
      case MIN -> signed ? Integer.MAX_VALUE : ALL.bits();
      case MAX -> signed ? Integer.MIN_VALUE & ALL.bits() : 0;
      case AND -> ALL.bits();
      default -> 0;
    };
  }

  private static Op operation(AtomicOp op) {
    return switch (op) {
      case MIN -> Op.MIN;
      case MAX -> Op.MAX;
      case AND -> Op.AND;
      case OR -> Op.OR;
      case XOR -> Op.XOR;
      default -> Op.ADD;
    };
  }

  private void match(Instruction i) {
    Operand mine = i.sources().get(0);
    Operand together = together(i.sources().get(1));
    Operand equal = null;
    for (Operand word : i.sourceType().isWide() ? halves(mine) : List.of(mine)) {
      Operand first = share(word);
      Operand same = ZERO;
      for (int lane = 0; lane < lanes; lane++) {
        Operand one = compare(Comparison.EQ, load(first, lane * WORD), word);
        same = integer(Op.OR, same, integer(Op.SELECT, number(1L << lane), ZERO, one));
      }
      meet();
      equal = equal == null ? same : integer(Op.AND, equal, same);
    }
    equal = integer(Op.AND, equal, together);
    Operand all = compare(Comparison.EQ, equal, together);
    move(i, 0, i.is(Variant.Match.ALL) ? integer(Op.SELECT, equal, ZERO, all) : equal);
    move(i, 1, all);
  }

  private List<Operand> halves(Operand wide) {
    Operand high = value(Op.SHR, Type.I64, wide, 32);
    return List.of(narrowed(wide), narrowed(high));
  }

  private Operand narrowed(Operand wide) {
    return convert(Type.I32, Type.I64, wide);
  }

  /** The active lanes among the members, and the current lane; for at most 32 lanes. */
  private Operand together(Operand members) {
    return integer(Op.OR, integer(Op.AND, ballot(null).get(0), members), bit());
  }
}
