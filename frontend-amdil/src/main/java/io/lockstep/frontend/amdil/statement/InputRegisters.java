// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.statement;

import io.lockstep.frontend.amdil.statement.ProgramSyntax.Register;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Type;
import java.util.Locale;
import java.util.Map;

record InputRegisters(IlWriter e, BoundResources resources, boolean pixel) {
  /** Scalar ids by lower-case name; the last three are early spellings. */
  private static final Map<String, Special> FLAT =
      Map.of(
          "vtidingrpflat", Special.LOCAL_ID_FLAT,
          "vthreadgrpidflat", Special.GROUP_ID_FLAT,
          "vabstidflat", Special.GLOBAL_ID_FLAT,
          "vtid", Special.LOCAL_ID_FLAT,
          "vtgroupid", Special.GROUP_ID_FLAT,
          "vatid", Special.GLOBAL_ID_FLAT);

  private static final Special[] LOCAL = {
    Special.LOCAL_ID_X, Special.LOCAL_ID_Y, Special.LOCAL_ID_Z
  };
  private static final Special[] GROUP = {
    Special.GROUP_ID_X, Special.GROUP_ID_Y, Special.GROUP_ID_Z
  };
  private static final int HALF = 0x3F000000;
  private static final int ONE = 0x3F800000;

  private static String key(Register r) {
    return r.file().toLowerCase(Locale.ROOT);
  }

  /** Returns whether a register is a scalar id, whose only component is x. */
  boolean isFlat(Register r) {
    return FLAT.containsKey(key(r)) && r.number() <= 0;
  }

  /** Returns the components of an input, or null if the register is not an input. */
  Operand[] read(Register r, boolean[] wanted) {
    if (isFlat(r)) {
      compute(r);
      Operand id = e.special(FLAT.get(key(r)));
      for (int c = 1; c < 4; c++) {
        if (wanted[c]) {
          throw missing(r, c, "x");
        }
      }
      return new Operand[] {id, null, null, null};
    }
    return switch (key(r)) {
      case "vtidingrp" -> vector(r, wanted, LOCAL);
      case "vthreadgrpid" -> vector(r, wanted, GROUP);
      case "vabstid" -> absolute(r, wanted);
      case "vwincoord", "v" -> position(r, wanted);
      default -> null;
    };
  }

  private io.lockstep.io.InputException missing(Register r, int c, String has) {
    return e.error(
        r.componentsAt() == null ? r.at() : r.componentsAt(),
        "'" + r.name() + "' has no component " + "xyzw".charAt(c) + ", only " + has);
  }

  private void compute(Register r) {
    if (pixel) {
      throw e.error(
          r.at(),
          "'" + r.name() + "' is an id of a compute shader; il_ps has the pixel's vWinCoord0");
    }
  }

  private Operand[] vector(Register r, boolean[] wanted, Special[] specials) {
    compute(r);
    Operand[] values = new Operand[4];
    for (int c = 0; c < 4; c++) {
      if (wanted[c]) {
        values[c] = c < 3 ? e.special(specials[c]) : Operand.immediate(0);
      }
    }
    return values;
  }

  /** Returns the global id of each dimension: group id * group size + local id. */
  private Operand[] absolute(Register r, boolean[] wanted) {
    compute(r);
    Operand[] values = new Operand[4];
    for (int c = 0; c < 4; c++) {
      if (!wanted[c]) {
        continue;
      }
      if (c == 3) {
        values[c] = Operand.immediate(0);
        continue;
      }
      Operand size = Operand.immediate(resources.group.isEmpty() ? 1 : resources.group.get(c));
      values[c] =
          e.once(
              "vAbsTid." + "xyz".charAt(c),
              InstructionBuilder.of(Op.MAD, Type.I32)
                  .from(e.special(GROUP[c]), size, e.special(LOCAL[c])));
    }
    return values;
  }

  /** Returns the pixel's centre in x and y; z is 0, w is 1, as for a rectangle without depth. */
  private Operand[] position(Register r, boolean[] wanted) {
    String name = r.number() < 0 ? key(r) + 0 : key(r) + r.number();
    if (!pixel) {
      throw e.error(
          r.at(), "'" + r.name() + "' is an input of pixel shaders; il_cs has vAbsTidFlat");
    }
    if (!resources.positions.contains(name)) {
      throw e.error(
          r.at(),
          ("'%s' is not declared; dcl_input_position_interp(linear_noperspective) %s.xy__"
                  + " declares it")
              .formatted(r.name(), r.name()));
    }
    Operand[] values = new Operand[4];
    for (int c = 0; c < 4; c++) {
      if (!wanted[c]) {
        continue;
      }
      values[c] = c < 2 ? centre(c) : Operand.immediate(c == 2 ? 0 : ONE);
    }
    return values;
  }

  private Operand centre(int c) {
    Operand pixelNumber = e.special(c == 0 ? Special.PIXEL_X : Special.PIXEL_Y);
    Operand corner =
        e.once(
            "pixel" + c,
            InstructionBuilder.of(Op.CONVERT, Type.F32).sourceType(Type.I32).from(pixelNumber));
    return e.once(
        "vWinCoord0." + "xy".charAt(c),
        InstructionBuilder.of(Op.ADD, Type.F32).from(corner, Operand.immediate(HALF)));
  }
}
