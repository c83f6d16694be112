// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.gcn.isa.Feature;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds extractions of bytes and half-words that their only user can select itself: gfx9's
 * instructions with one or two operands read any byte or half of a register (SDWA). A low half
 * needs no extraction at all for instructions of 16 bits, which ignore the rest of the register.
 */
final class Subwords {
  private static final int HALF = 16;

  private final RegisterFacts facts;
  private final RegisterPlacement placement;
  private final AddressModes modes;
  private final Map<Instruction, FusedOperation> fused;
  private final Set<Instruction> selected = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Instruction> truncations = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * @param fused three-operand instructions, which cannot select
   */
  Subwords(
      RegisterFacts facts,
      RegisterPlacement placement,
      AddressModes modes,
      Map<Instruction, FusedOperation> fused,
      Chip chip) {
    this.facts = facts;
    this.placement = placement;
    this.modes = modes;
    this.fused = fused;
    if (!chip.applies(GcnOption.FOLDED_OPERANDS)) {
      return;
    }
    if (chip.has(Feature.SHORT_ARITHMETIC)) {
      facts.kernel().blocks().forEach(this::findTruncations);
    }
    if (!chip.has(Feature.SUBWORD_OPERANDS)) {
      return;
    }
    for (Block block : facts.kernel().blocks()) {
      for (Instruction user : block.instructions()) {
        if (!canSelect(user) || fused.containsKey(user) || isPartOfFused(user)) {
          continue;
        }
        for (Operand source : user.sources()) {
          Operand o = untruncated(source);
          if (o.isRegister()
              && facts.uses(o.register()) == 1
              && facts.definition(o.register()) != null
              && facts.definitionBlock(o.register()) == block.id()
              && placement.isVector(o)
              && !fused.containsKey(facts.definition(o.register()))
              && extracts(facts.definition(o.register()))
              && holds(block.instructions(), facts.definition(o.register()), user)) {
            selected.add(facts.definition(o.register()));
            if (!PackedWords.joinsHalves(user)) {
              break; // at most one operand per user
            }
          }
        }
      }
    }
  }

  /** Whether the three-operand instruction that reads the result performs the instruction, too. */
  private boolean isPartOfFused(Instruction i) {
    int d = facts.result(i);
    return d >= 0
        && readers(d)
            .anyMatch(
                r ->
                    fused.containsKey(r)
                        && !fused.get(r).sources().contains(Operand.register(d))
                        && !isAddressOnly(facts.result(r)));
  }

  /** Whether a sum is read only as an address, which the memory instructions add themselves. */
  private boolean isAddressOnly(int sum) {
    return sum >= 0
        && readers(sum)
            .allMatch(
                r ->
                    r.memory() != null
                        && modes.registers(r).noneMatch(m -> m == sum)
                        && r.sources().stream().skip(1).noneMatch(Operand.register(sum)::equals));
  }

  boolean isSelected(Instruction extraction) {
    return selected.contains(extraction);
  }

  /** Whether a truncation to 16 bits needs no instruction. */
  boolean isFree(Instruction truncation) {
    return truncations.contains(truncation);
  }

  private void findTruncations(Block block) {
    List<Instruction> code = block.instructions();
    for (Instruction i : code) {
      if (i.op() == Op.CONVERT
          && i.type() == Type.I16
          && i.sourceType() == Type.I32
          && i.sources().get(0).isRegister()
          && facts.result(i) >= 0
          && readers(facts.result(i)).allMatch(r -> readsLowHalf(r, facts.result(i)))
          && readers(facts.result(i)).allMatch(r -> holds(code, i, r))) {
        truncations.add(i);
      }
    }
  }

  private Stream<Instruction> readers(int register) {
    return facts.readers(register).stream();
  }

  /** Whether the source of an extraction is not written before a reader of the result. */
  private boolean holds(List<Instruction> code, Instruction extraction, Instruction reader) {
    int from = extraction.sources().get(0).register();
    if (facts.definition(from) != null) {
      return true;
    }
    int at = code.indexOf(extraction);
    int to = code.indexOf(reader);
    return at < to && code.subList(at, to).stream().noneMatch(i -> i.writes().contains(from));
  }

  private boolean readsLowHalf(Instruction i, int register) {
    boolean vector = i.sources().stream().anyMatch(placement::isVector); // scalars have 32 bits
    return switch (i.op()) {
      case ADD, SUB, MUL, MAD, SHL -> i.type().bits() == HALF;
      case MIN, MAX, SHR -> i.type() == Type.F16 || i.type() == Type.I16 && vector;
      case FMA, SQRT, RSQRT, RCP, EXP2, LOG2, SIN, COS -> i.type() == Type.F16;
      case COMPARE -> i.sourceType() == Type.F16 || i.sourceType() == Type.I16 && vector;
      case CONVERT ->
          i.sourceType() == Type.F16
              || i.sourceType() == Type.I16 && i.sourceSigned() && i.type() == Type.I32
              || isPart(i);
      case BIT_FIELD_INSERT -> PackedWords.joinsHalves(i);
      case STORE -> storesHalf(i) && !i.sources().get(0).equals(Operand.register(register));
      default -> false;
    };
  }

  private static boolean storesHalf(Instruction i) {
    return i.memory().element().bits() == HALF && i.memory().width() == 1;
  }

  /** Whether a value is only extended to become half of a word. */
  private boolean isPart(Instruction i) {
    return i.op() == Op.CONVERT
        && i.sourceType() == Type.I16
        && i.type() == Type.I32
        && facts.result(i) >= 0
        && readers(facts.result(i)).allMatch(PackedWords::joinsHalves);
  }

  private Operand untruncated(Operand o) {
    Operand from = o;
    while (from.isRegister() && facts.uses(from.register()) == 1) {
      Instruction d = facts.definition(from.register());
      if (d == null || !isFree(d) && !isPart(d)) {
        break;
      }
      from = d.sources().get(0);
    }
    return from;
  }

  private boolean canSelect(Instruction i) {
    boolean word = i.type() == Type.I32;
    boolean half = i.type().bits() == HALF && !PackedWords.isPacked(i, facts.kernel());
    boolean kind =
        switch (i.op()) {
          case ADD, SUB, MIN, MAX -> word || half;
          case AND, OR, XOR, MUL24 -> word;
          case SHL, SHR -> word || half;
          case MUL -> half || Ranges.isPowerOfTwo(facts.constant(i.sources().get(1)));
          case MUL_WIDE -> Ranges.isPowerOfTwo(facts.constant(i.sources().get(1)));
          case CONVERT ->
              i.type() == Type.F32
                  && (i.sourceType() == Type.I32
                      || i.sourceType() == Type.F16
                      || i.sourceType() == Type.I16 && !i.sourceSigned());
          case BIT_FIELD_INSERT -> PackedWords.joinsHalves(i); // by v_perm_b32
          case COMPARE -> i.sourceType() == Type.I32 || i.sourceType().bits() == HALF;
          default -> false;
        };
    return kind && i.guard() < 0;
  }

  private boolean extracts(Instruction d) {
    if (d.guard() >= 0 || d.type() != Type.I32 || d.sources().size() < 2) {
      return false;
    }
    Long k = facts.constant(d.sources().get(1));
    if (k == null || !d.sources().get(0).isRegister()) {
      return false;
    }
    if (d.op() == Op.AND) {
      return k == 0xff || k == 0xffff;
    }
    if (d.op() == Op.SHR) {
      return !d.signed() && (k == 16 || k == 24);
    }
    Long bits = d.op() == Op.BIT_FIELD_EXTRACT ? facts.constant(d.sources().get(2)) : null;
    return bits != null && (bits == 8 && k % 8 == 0 || bits == 16 && k % 16 == 0);
  }
}
