// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.gcn.isa.Feature;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.BaseAndOffset;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.facts.RegisterFacts;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * The address form of each memory operation, and the 64-bit registers of which only the lower half
 * is used.
 *
 * <p>Forms as in LLVM's AMDGPU operand syntax, gfx9: {@code global_load v, v[addr], off offset:i}
 * with a signed 13-bit immediate; {@code global_load v, v_offset, s[base] offset:i} where the
 * offset is known to fit unsigned 32 bits; {@code s_load s, s[base], i}; {@code ds_read v, v
 * offset:i} with an unsigned 16-bit immediate. Before gfx9 {@code flat_load v, v[addr]} has
 * neither, and an offset is added before.
 */
final class AddressModes {
  /**
   * @param base register with the address or the scalar base, or -1 if the address is constant
   * @param index vector register added to a scalar base, or -1
   * @param offset immediate, bytes
   */
  record Mode(int base, int index, long offset) {}

  final Ranges ranges;
  private final RegisterFacts facts;
  private final RegisterPlacement placement;
  private final boolean separates;
  private final boolean scalarBases;
  private final Map<Instruction, Mode> modes = new IdentityHashMap<>();
  private final BitSet narrow = new BitSet();

  AddressModes(RegisterFacts facts, RegisterPlacement placement, Ranges ranges, Chip chip) {
    this.facts = facts;
    this.placement = placement;
    this.ranges = ranges;
    separates = chip.applies(GcnOption.SEPARATED_OFFSETS);
    scalarBases = chip.has(Feature.GLOBAL);
    for (Block block : facts.kernel().blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.memory() != null && i.memory().space() != Space.PARAMETER) {
          modes.put(i, mode(i, block.id()));
        }
      }
    }
    for (int r = 0; r < facts.registers(); r++) {
      Type type = facts.kernel().registers().get(r);
      narrow.set(r, type.isWide() && type != Type.F64);
    }
    for (int known = -1; known != narrow.cardinality(); ) {
      known = narrow.cardinality();
      facts.code().forEach(this::demand);
    }
  }

  Mode of(Instruction i) {
    return modes.get(i);
  }

  /** The registers of an instruction's address form. */
  IntStream registers(Instruction i) {
    Mode mode = i.memory() == null ? null : modes.get(i);
    return mode == null
        ? IntStream.empty()
        : IntStream.of(mode.base(), mode.index()).filter(r -> r >= 0);
  }

  /** Whether the upper half of a 64-bit register is never read. */
  boolean isNarrow(int register) {
    return narrow.get(register);
  }

  /** Whether addresses of a memory space have 32 bits. */
  private static boolean isNarrow(Space space) {
    return space == Space.LOCAL || space == Space.PRIVATE || space == Space.REGION;
  }

  private Mode mode(Instruction i, int block) {
    boolean local = isNarrow(i.memory().space());
    Operand operand = i.sources().get(0);
    long constant = i.memory().offset();
    LongPredicate fits = sum -> local ? sum >= 0 && sum < 65536 : sum >= -4096 && sum < 4096;
    BaseAndOffset address =
        separates
            ? BaseAndOffset.of(facts, operand, constant, block, fits)
            : BaseAndOffset.unseparated(facts, operand, constant, block, fits);
    Operand base = address.base();
    long offset = address.offset();
    if (facts.constant(base) != null) {
      return new Mode(-1, -1, offset + facts.constant(base));
    }
    Instruction d = local || !scalarBases ? null : facts.definition(base.register());
    if (d != null && d.op() == Op.ADD && placement.isVector(base)) {
      for (int k = 0; k < 2; k++) {
        Operand s = d.sources().get(k);
        Operand v = d.sources().get(1 - k);
        boolean registers = s.isRegister() && v.isRegister();
        if (registers && !placement.isVector(s) && placement.isVector(v) && ranges.fits(v, 31)) {
          return new Mode(s.register(), v.register(), offset);
        }
      }
    }
    return new Mode(base.register(), -1, offset);
  }

  /** Marks the registers whose upper halves an instruction reads. */
  private void demand(Instruction i) {
    Mode mode = modes.get(i);
    if (mode != null && mode.base() >= 0 && !isNarrow(i.memory().space())) {
      narrow.clear(mode.base());
    }
    if (!readsLowHalves(i)) {
      i.sources().stream()
          .skip(i.memory() == null ? 0 : 1)
          .filter(Operand::isRegister)
          .forEach(o -> narrow.clear(o.register()));
    }
  }

  private boolean readsLowHalves(Instruction i) {
    int d = i.destinations().isEmpty() ? -1 : i.destinations().get(0);
    boolean low = d >= 0 && narrow.get(d);
    return switch (i.op()) {
      case CONVERT ->
          !i.sourceType().isFloat()
              && (i.sourceType().bits() <= 32 || i.type().bits() <= 32 && !i.type().isFloat());
      case SHL -> {
        Long k = facts.constant(i.sources().get(1));
        yield low || k != null && k >= 32;
      }
      case MUL_WIDE, MAD_WIDE -> false;
      default -> low && i.op().truncates();
    };
  }
}
