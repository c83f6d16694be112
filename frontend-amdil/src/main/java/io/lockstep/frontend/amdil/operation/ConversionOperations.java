// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.operation;

import io.lockstep.frontend.amdil.statement.Kind;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;
import java.util.function.Supplier;

final class ConversionOperations {
  private ConversionOperations() {}

  static void register(OperationSet t) {
    t.family("Conversion");
    add(
        t,
        "ftoi",
        "float to signed integer, towards zero; clamped, 0 for NaN",
        Kind.FLOAT,
        Kind.INTEGER,
        () -> toInteger(true));
    add(
        t,
        "ftou",
        "float to unsigned integer, towards zero; clamped, 0 for NaN",
        Kind.FLOAT,
        Kind.INTEGER,
        () -> toInteger(false));
    add(t, "itof", "signed integer to float", Kind.INTEGER, Kind.FLOAT, () -> toFloat(true));
    add(t, "utof", "unsigned integer to float", Kind.INTEGER, Kind.FLOAT, () -> toFloat(false));
    t.add(
        "f2f16",
        "float to the bits of a half float",
        Kind.INTEGER,
        (e, to, a) -> {
          Operand half =
              e.value(
                  Type.F16,
                  InstructionBuilder.of(Op.CONVERT, Type.F16)
                      .sourceType(Type.F32)
                      .rounding(Rounding.NEAREST_EVEN)
                      .from(a));
          e.convert(Type.I32, Type.I16, to, half);
        },
        Kind.FLOAT);
    t.add(
        "f162f",
        "the half float in the low 16 bits to float",
        Kind.FLOAT,
        (e, to, a) -> e.convert(Type.F32, Type.F16, to, a[0]),
        Kind.INTEGER);
  }

  private static InstructionBuilder toInteger(boolean signed) {
    return InstructionBuilder.of(Op.CONVERT, Type.I32)
        .sourceType(Type.F32)
        .signed(signed)
        .rounding(Rounding.ZERO);
  }

  private static InstructionBuilder toFloat(boolean signed) {
    return InstructionBuilder.of(Op.CONVERT, Type.F32)
        .sourceType(Type.I32)
        .sourceSigned(signed)
        .rounding(Rounding.NEAREST_EVEN);
  }

  private static void add(
      OperationSet t,
      String name,
      String meaning,
      Kind source,
      Kind result,
      Supplier<InstructionBuilder> conversion) {
    t.add(name, meaning, result, (e, to, a) -> e.emit(conversion.get().to(to).from(a)), source);
  }
}
