package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Instructions that bring addresses to the four address registers of a thread.
 *
 * <p>Shared and constant memory are addressed by such a register and an offset alone. A shift of a
 * general register by a constant writes one ({@code shl}), and the sum of one and a constant
 * another ({@code add}); what other arithmetic computes, or what it also reads, takes a {@code shl}
 * by 0 of its own; so does what arithmetic reads of such a register, a {@code mov} (envytools,
 * hw/graph/tesla/cuda/isa and data). A value that has an address register keeps it. Where more are
 * alive than there are, those that loops read most keep theirs, and one register is loaded for each
 * of the others in turn.
 *
 * <p>Immutable and thread-safe once made.
 */
final class AddressRegisters {
  private final Kernel kernel;
  private final OperandUses uses;
  private final Immediates immediates;
  private final Predicate<Instruction> renamed;
  private final BitSet addresses = new BitSet(); // what accesses read, by its first name
  private final BitSet pure = new BitSet(); // of these, what nothing else reads
  private final BitSet turns = new BitSet(); // of these, those that share one register
  private final Map<Integer, Long> weights = new HashMap<>();
  private final Map<Integer, Instruction> scaled = new HashMap<>(); // by result
  private final Set<Instruction> factored = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Instruction> unscaled = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Integer, Integer> names = new HashMap<>();
  private final Set<Instruction> before = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Instruction, List<Integer>> behind = new IdentityHashMap<>();
  private final Map<Instruction, List<Integer>> back = new IdentityHashMap<>();

  /**
   * @param renamed whether an instruction's result is its first register, without an instruction
   * @param any whether addresses take instructions at all
   */
  AddressRegisters(
      Kernel kernel, Immediates immediates, Predicate<Instruction> renamed, boolean any) {
    this.kernel = kernel;
    this.immediates = immediates;
    this.renamed = renamed;
    uses = new OperandUses(kernel);
    if (any) {
      names();
      collect();
      if (!addresses.isEmpty()) {
        pure();
        factor();
        readBack();
        share();
        kernel.blocks().forEach(this::place);
      }
    }
  }

  /** Whether an access's address is brought to an address register before it. */
  boolean before(Instruction i) {
    return before.contains(i);
  }

  /** Whether a scaling is left to the sums that read its result. */
  boolean isLeft(Instruction i) {
    return unscaled.contains(i);
  }

  /** Values that an instruction reads, and that come from their address registers before it. */
  List<Integer> back(Instruction i) {
    return back.getOrDefault(i, List.of());
  }

  /** Values that are brought to an address register behind an instruction, which makes them. */
  List<Integer> behind(Instruction i) {
    return behind.getOrDefault(i, List.of());
  }

  private void names() {
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        boolean copies = i.op() == Op.MOVE || immediates.isRenamed(i) || renamed.test(i);
        if (copies && i.guard() < 0 && i.writes().size() == 1 && i.reads().size() == 1) {
          int source = i.reads().get(0);
          if (uses.isWrittenOnce(i.writes().get(0)) && uses.isWrittenOnce(source)) {
            names.put(i.writes().get(0), source);
          }
        }
      }
    }
  }

  /** The register that first holds a value. */
  private int name(int register) {
    int r = register;
    while (names.containsKey(r)) {
      r = names.get(r);
    }
    return r;
  }

  /** The value by which an access addresses memory, or -1. */
  private int address(Instruction i) {
    boolean on = i.memory() != null && i.op() != Op.TEXTURE;
    Space space = on ? i.memory().space() : null;
    if (space != Space.LOCAL && space != Space.CONSTANT || !i.sources().get(0).isRegister()) {
      return -1;
    }
    int value = name(i.sources().get(0).register());
    return immediates.isConstant(value) ? -1 : value;
  }

  private void collect() {
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        boolean once = i.writes().size() == 1 && uses.isWrittenOnce(i.writes().get(0));
        boolean scales = i.op() == Op.SHL || i.op() == Op.MUL || i.op() == Op.MUL_WIDE;
        if (once && scales && i.guard() < 0 && isScaling(i)) {
          scaled.put(i.writes().get(0), i);
        }
        int value = address(i);
        if (value >= 0) {
          addresses.set(value);
          weights.merge(value, RegisterSpills.weight(block), Long::sum);
        }
      }
    }
  }

  private static boolean isScaling(Instruction i) {
    Operand by = i.sources().get(1);
    return i.sources().get(0).isRegister()
        && !by.isRegister()
        && (i.op() == Op.SHL ? by.bits() < 32 : Long.bitCount(by.bits()) == 1);
  }

  private void pure() {
    pure.or(addresses);
    for (int known = -1; known != pure.cardinality(); ) { // until no value loses its readers
      known = pure.cardinality();
      for (Block block : kernel.blocks()) {
        for (Instruction i : block.instructions()) {
          for (int k = 0; k < i.sources().size(); k++) {
            Operand o = i.sources().get(k);
            if (isValue(i, k)) {
              pure.clear(name(o.register()));
            }
          }
        }
      }
    }
  }

  /**
   * Finds sums of two values with one scale, which only address memory: the indices are added, and
   * the sum is scaled on its way to the address register, as programs have it before today's
   * compilers distribute the scale.
   */
  private void factor() {
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.op() == Op.ADD && i.guard() < 0 && i.writes().size() == 1 && i.reads().size() == 2) {
          long one = scale(i.reads().get(0));
          boolean same = one > 1 && one == scale(i.reads().get(1));
          if (same && pure.get(i.writes().get(0))) {
            factored.add(i);
          }
        }
      }
    }
    if (factored.isEmpty()) {
      return;
    }
    pure();
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.writes().size() == 1 && scale(i.writes().get(0)) > 1 && isOnlyFactored(i)) {
          unscaled.add(i);
        }
      }
    }
  }

  private boolean isOnlyFactored(Instruction scaling) {
    int result = scaling.writes().get(0);
    return !uses.readers(result).isEmpty() && factored.containsAll(uses.readers(result));
  }

  /** The power of two by which the only writer of a value multiplies a register, or 0. */
  private long scale(int register) {
    Instruction i = scaled.get(name(register));
    if (i == null) {
      return 0;
    }
    Operand by = i.sources().get(1);
    return i.op() == Op.SHL ? 1L << (by.bits() & 31) : by.bits();
  }

  /** Whether an operand is a value that arithmetic needs in a general register. */
  private boolean isValue(Instruction i, int operand) {
    return i.sources().get(operand).isRegister()
        && !factored.contains(i)
        && !(operand == 0 && address(i) >= 0)
        && !passes(i);
  }

  /**
   * Leaves values in address registers alone that arithmetic reads less often than they change:
   * each block of readers takes a {@code mov} from there. Addresses within a space have 16 bits.
   */
  private void readBack() {
    BitSet mixed = (BitSet) addresses.clone();
    mixed.andNot(pure);
    for (int value = mixed.nextSetBit(0); value >= 0; value = mixed.nextSetBit(value + 1)) {
      pure.set(value);
      Set<Instruction> readers = Collections.newSetFromMap(new IdentityHashMap<>());
      boolean able = true;
      long cost = 0;
      long saved = 0;
      for (Block block : kernel.blocks()) {
        boolean read = false;
        for (Instruction i : block.instructions()) {
          for (int k = 0; k < i.sources().size() && !read; k++) {
            if (isValue(i, k) && name(i.sources().get(k).register()) == value) {
              read = true;
              readers.add(i);
              cost += RegisterSpills.weight(block);
            }
          }
          if (i.writes().contains(value)) {
            able &= writes(i);
            saved += RegisterSpills.weight(block);
          }
        }
      }
      if (able && cost < saved) {
        int kept = value;
        readers.forEach(i -> back.computeIfAbsent(i, r -> new ArrayList<>()).add(kept));
      } else {
        pure.clear(value);
      }
    }
  }

  /** Whether an instruction makes an address of an address, both in address registers. */
  private boolean passes(Instruction i) {
    if (i.writes().size() != 1) {
      return false;
    }
    boolean adds = i.op() == Op.ADD && i.sources().stream().anyMatch(this::isNumber);
    boolean copies = i.op() == Op.MOVE || immediates.isRenamed(i) || renamed.test(i);
    int result = i.writes().get(0);
    return copies && names.containsKey(result) || (adds || copies) && pure.get(name(result));
  }

  private boolean isNumber(Operand o) {
    return !o.isRegister() || immediates.isConstant(o.register());
  }

  /** Whether an instruction writes an address register itself. */
  private boolean writes(Instruction i) {
    return switch (i.op()) {
      case SHL -> i.sources().get(0).isRegister() && isNumber(i.sources().get(1));
      case MUL, MUL_WIDE -> ArithmeticLowering.powerOfTwo(i);
      case MOVE, ADD, CONVERT ->
          i.sources().stream()
              .allMatch(o -> isNumber(o) || pure.get(name(o.register())) && passes(i));
      case SPECIAL -> true;
      case LOAD -> // a shift reads shared memory, where the arguments lie too
          i.writes().size() == 1
              && (i.memory().space() == Space.LOCAL || i.memory().space() == Space.PARAMETER);
      default -> false;
    };
  }

  /** Finds the values that share a register, because others keep all but one. */
  private void share() {
    List<BitSet> together = together();
    int most = together.stream().mapToInt(BitSet::cardinality).max().orElse(0);
    if (most <= RegisterCount.ADDRESS_REGISTERS) {
      return;
    }
    List<Integer> values = new ArrayList<>(addresses.stream().boxed().toList());
    values.sort(Comparator.<Integer>comparingLong(v -> -weights.get(v)).thenComparing(v -> v));
    BitSet kept = new BitSet();
    for (int value : values) {
      kept.set(value);
      for (BitSet here : together) {
        BitSet both = (BitSet) here.clone();
        both.and(kept);
        if (here.get(value) && both.cardinality() >= RegisterCount.ADDRESS_REGISTERS) {
          kept.clear(value);
          turns.set(value);
          break;
        }
      }
    }
  }

  /** For each instruction, the values that accesses behind it address memory by. */
  private List<BitSet> together() {
    List<Block> blocks = kernel.blocks();
    List<BitSet> liveIn = new ArrayList<>();
    blocks.forEach(b -> liveIn.add(new BitSet()));
    List<BitSet> together = new ArrayList<>();
    boolean changed = true;
    while (changed) {
      changed = false;
      together.clear();
      for (int b = blocks.size() - 1; b >= 0; b--) {
        BitSet live = new BitSet();
        blocks.get(b).successors().forEach(s -> live.or(liveIn.get(s)));
        List<Instruction> code = blocks.get(b).instructions();
        for (int k = code.size() - 1; k >= 0; k--) {
          code.get(k).writes().forEach(live::clear);
          int value = address(code.get(k));
          if (value >= 0) {
            live.set(value);
          }
          together.add((BitSet) live.clone());
        }
        changed |= !liveIn.get(b).equals(live);
        liveIn.set(b, live);
      }
    }
    return together;
  }

  private void place(Block block) {
    int inTurn = -1; // the value that the shared register holds
    Map<Integer, Instruction> made = new HashMap<>(); // values that a later access brings
    for (Instruction i : block.instructions()) {
      int value = address(i);
      if (value >= 0 && turns.get(value) && inTurn != value) {
        before.add(i);
        inTurn = value;
      } else if (made.remove(value) != null) {
        before.add(i);
      }
      for (int d : i.writes()) {
        boolean itself = pure.get(d) && writes(i);
        if (!addresses.get(d)) {
          continue;
        }
        if (turns.get(d)) {
          inTurn = inTurn == d ? -1 : inTurn;
        } else if (!itself) {
          made.put(d, i);
        }
      }
    }
    // What accesses of other blocks read, or accesses that stand before it in a loop.
    made.forEach((value, i) -> behind.computeIfAbsent(i, k -> new ArrayList<>()).add(value));
    behind.values().forEach(list -> list.sort(Comparator.naturalOrder()));
  }
}
