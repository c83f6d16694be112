// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.emit;

import io.lockstep.frontend.ptx.syntax.PtxText;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Specials;
import io.lockstep.frontend.ptx.syntax.Syntax.Name;
import io.lockstep.kernel.argument.GridWorkspace;
import io.lockstep.kernel.argument.LaunchRange;
import io.lockstep.kernel.frontend.InstructionWriter;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.List;

public final class SpecialOperands {
  private final InstructionWriter e;
  private final PtxText source;

  /** Parameters of the kernel, in order; parameters that only the runtime sets are appended. */
  final List<Parameter> parameters;

  /** Whether the kernel depends on the width of wavefronts. */
  public boolean fixedWidth;

  public int target; // least version of the instruction set that has all instructions, or 0

  /** Instructions that need wavefronts of 64, for messages; null if the kernel has none. */
  public String wavefrontsOf64;

  SpecialOperands(InstructionWriter e, PtxText source, List<Parameter> parameters) {
    this.e = e;
    this.source = source;
    this.parameters = parameters;
  }

  /** Returns a special register as an operand, or null if there is none of that name. */
  public Operand of(Name name, PtxType type) {
    String full = name.component().isEmpty() ? name.text() : name.text() + "." + name.component();
    if (full.equals("WARP_SZ")) {
      fixedWidth = true;
      return Operand.immediate(32);
    }
    // CUDA's runtime passes the workspace of a cooperative launch in %envreg1 and %envreg2.
    if (full.equals("%envreg1") || full.equals("%envreg2")) {
      return hidden(GridWorkspace.NAME, Type.I64, full.equals("%envreg1") ? 4 : 0);
    }
    // NVIDIA's OpenCL runtime passes the offsets of the range in %envreg0 to %envreg5; launches
    // here have no offset.
    if (full.length() == 8
        && full.startsWith("%envreg")
        && full.charAt(7) >= '0'
        && full.charAt(7) <= '5') {
      return Operand.immediate(0);
    }
    if (full.startsWith("%") && LaunchRange.index(full.substring(1)) >= 0) {
      return hidden(full.substring(1), Type.I32, 0);
    }
    Integer constant = Specials.constant(full);
    if (constant != null) {
      return Operand.immediate(constant);
    }
    boolean high = full.equals("%globaltimer_hi");
    if (high || full.equals("%globaltimer_lo")) {
      Operand whole = of(new Name(name.at(), "%globaltimer", "", false, 0), PtxType.U64);
      return half(whole, high);
    }
    Special special = Specials.named(full);
    if (special == null) {
      return null;
    }
    fixedWidth |= Specials.fixesWidth(special);
    Type own = Specials.type(special);
    if (!type.isInteger()) {
      throw source.error(
          name.at(), "special register '" + full + "' is not an operand ." + type.shown());
    }
    int t = e.temp(own);
    e.emit(InstructionBuilder.of(Op.SPECIAL, own).special(special).to(t));
    if (own.bits() == type.bits()) {
      return Operand.register(t);
    }
    return e.convert(type.type(), own, Operand.register(t));
  }

  private Operand half(Operand whole, boolean upper) {
    Operand low = upper ? e.value(Op.SHR, Type.I64, whole, 32) : whole;
    return e.convert(Type.I32, Type.I64, low);
  }

  /** Loads a word of a parameter that the runtime sets; appends a missing parameter. */
  private Operand hidden(String name, Type type, int at) {
    Parameter parameter = null;
    int end = 0;
    for (Parameter p : parameters) {
      parameter = p.name().equals(name) ? p : parameter;
      end = Math.max(end, p.offset() + p.bytes());
    }
    if (parameter == null) {
      int offset = (int) VariablePlacement.align(end, type.bytes());
      parameter = new Parameter(name, type, offset, type.bytes(), false, false);
      parameters.add(parameter);
    }
    return e.value(
        Type.I32,
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .from(Operand.immediate(parameter.offset() + at))
            .memory(
                new MemoryAccess(
                    Space.PARAMETER, Type.I32, 1, -1, 0, MemoryAccess.Qualifiers.CONSTANT)));
  }
}
