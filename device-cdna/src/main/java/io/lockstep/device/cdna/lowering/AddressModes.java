// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Type;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The address form of each memory operation, and the 64-bit registers of which only the lower half
 * is used.
 *
 * <p>Forms as in LLVM's AMDGPU operand syntax, gfx9: {@code global_load v, v[addr], off offset:i}
 * with a signed 13-bit immediate; {@code global_load v, v_offset, s[base] offset:i} where the
 * offset is known to fit unsigned 32 bits; {@code s_load s, s[base], i}; {@code ds_read v, v
 * offset:i} with an unsigned 16-bit immediate.
 */
final class AddressModes {
  /**
   * @param base register with the address or the scalar base, or -1 if the address is constant
   * @param index vector register added to a scalar base, or -1
   * @param offset immediate, bytes
   */
  record Mode(int base, int index, long offset) {}

  private final RegisterFacts facts;
  private final RegisterPlacement placement;
  private final Ranges ranges;
  private final Map<Instruction, Mode> modes = new IdentityHashMap<>();
  private final boolean[] narrow;

  AddressModes(RegisterFacts facts, RegisterPlacement placement, Ranges ranges) {
    this.facts = facts;
    this.placement = placement;
    this.ranges = ranges;
    for (Block block : facts.kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.memory() != null && i.memory().space() != Space.PARAMETER) {
          modes.put(i, mode(i, block.id()));
        }
      }
    }
    narrow = new boolean[facts.registers];
    for (int r = 0; r < narrow.length; r++) {
      narrow[r] =
          facts.kernel.registers().get(r).isWide() && facts.kernel.registers().get(r) != Type.F64;
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : facts.kernel.blocks()) {
        for (Instruction i : block.instructions()) {
          changed |= demand(i);
        }
      }
    }
  }

  Mode of(Instruction i) {
    return modes.get(i);
  }

  /** Whether the upper half of a 64-bit register is never read. */
  boolean isNarrow(int register) {
    return narrow[register];
  }

  /** Whether addresses of a memory space have 32 bits. */
  private static boolean isNarrow(Space space) {
    return space == Space.LOCAL || space == Space.PRIVATE || space == Space.REGION;
  }

  private Mode mode(Instruction i, int block) {
    Operand address = i.sources().get(0);
    long offset = i.memory().offset();
    if (!address.isRegister()) {
      return new Mode(-1, -1, offset + address.bits());
    }
    int base = address.register();
    boolean local = isNarrow(i.memory().space());
    // Fold constant additions as long as they fit the immediate.
    while (true) {
      Long constant = facts.constant(base);
      if (constant != null) {
        return new Mode(-1, -1, offset + constant);
      }
      Instruction d = facts.def[base];
      if (d == null || (d.op() != Op.ADD && d.op() != Op.SUB && d.op() != Op.MOVE)) {
        break;
      }
      if (d.op() == Op.MOVE) {
        if (!d.sources().get(0).isRegister() || facts.def[d.sources().get(0).register()] == null) {
          break;
        }
        base = d.sources().get(0).register();
        continue;
      }
      Operand a = d.sources().get(0);
      Operand b = d.sources().get(1);
      Long k = facts.constant(b);
      if (k == null && d.op() == Op.ADD) {
        k = facts.constant(a);
        Operand t = a;
        a = b;
        b = t;
      }
      if (k == null || !a.isRegister()) {
        break;
      }
      long sum = offset + (d.op() == Op.SUB ? -k : k);
      boolean fits = local ? sum >= 0 && sum < 65536 : sum >= -4096 && sum < 4096;
      if (!fits
          || facts.def[a.register()] == null
              && facts.defCount[a.register()] > 1
              && facts.defBlock[base] != block) {
        break;
      }
      offset = sum;
      base = a.register();
    }
    if (!local && placement.isVector(base)) {
      Instruction d = facts.def[base];
      if (d != null && d.op() == Op.ADD) {
        for (int k = 0; k < 2; k++) {
          Operand s = d.sources().get(k);
          Operand v = d.sources().get(1 - k);
          if (s.isRegister()
              && v.isRegister()
              && !placement.isVector(s)
              && placement.isVector(v)
              && ranges.bound(v) < 1L << 31) {
            return new Mode(s.register(), v.register(), offset);
          }
        }
      }
    }
    return new Mode(base, -1, offset);
  }

  /**
   * Marks the registers whose upper halves an instruction reads; returns whether any of them was
   * not marked before.
   */
  private boolean demand(Instruction i) {
    if (i.memory() != null) {
      boolean changed = false;
      Mode mode = modes.get(i);
      boolean local = isNarrow(i.memory().space()) || mode == null;
      if (!local && mode.base() >= 0) {
        changed = widen(mode.base());
      }
      for (int k = 1; k < i.sources().size(); k++) {
        changed |= widen(i.sources().get(k));
      }
      return changed;
    }
    if (i.op() == Op.CONVERT
        && !i.sourceType().isFloat()
        && (i.sourceType().bits() <= 32 || i.type().bits() <= 32 && !i.type().isFloat())) {
      return false;
    }
    boolean lowOnly = false;
    if (Ranges.isLowOnly(i.op()) && !i.destinations().isEmpty() && i.destinations().get(0) >= 0) {
      lowOnly = narrow[i.destinations().get(0)];
      if (i.op() == Op.SHL && !lowOnly) {
        Long k = facts.constant(i.sources().get(1));
        lowOnly = k != null && k >= 32;
      }
    }
    if (i.op() == Op.SELECT && !i.destinations().isEmpty()) {
      lowOnly = narrow[i.destinations().get(0)];
    }
    if (lowOnly) {
      return false;
    }
    boolean changed = false;
    for (Operand o : i.sources()) {
      changed |= widen(o);
    }
    return changed;
  }

  private boolean widen(Operand o) {
    return o.isRegister() && widen(o.register());
  }

  private boolean widen(int register) {
    if (!narrow[register]) {
      return false;
    }
    narrow[register] = false;
    return true;
  }
}
