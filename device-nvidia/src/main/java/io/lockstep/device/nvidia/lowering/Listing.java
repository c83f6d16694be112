// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.ControlBits;
import java.util.ArrayList;
import java.util.List;

/** Formats instructions with their control bits, in the notation of Jia et al.'s assembler. */
public final class Listing {
  private Listing() {}

  static String line(SassOp op, ControlBits bits) {
    String guard = op.guard == null ? "" : "@" + text(op.guard) + " ";
    List<String> operands = new ArrayList<>();
    op.results.forEach(r -> operands.add(text(r)));
    int shown = op.is("CCTL") ? 0 : op.sources.size(); // it waits for what it does not read
    for (int k = 0; k < shown; k++) {
      boolean address = k == 0 && op.isMemory() && op.access.kind() != AccessKind.NONE;
      String source = text(op.sources.get(k)) + ((bits.reuse() >> k & 1) == 0 ? "" : ".reuse");
      if (k == 1 && op.access.kind() == AccessKind.COPY) {
        operands.add(0, "[" + source + offset(op.sharedOffset) + "]");
        continue;
      }
      operands.add(address ? "[" + source + scale(op) + offset(op.offset) + "]" : source);
    }
    if (op.target >= 0) {
      operands.add(".L" + op.target);
    }
    return "    " + control(bits) + "  " + guard + op.name + " " + String.join(", ", operands);
  }

  /** Formats a control field. */
  public static String control(ControlBits bits) {
    StringBuilder text = new StringBuilder("B");
    for (int k = 0; k < ControlBits.COUNTERS; k++) {
      text.append((char) ((bits.waits() >> k & 1) == 0 ? '-' : '0' + k));
    }
    text.append(":R").append(counter(bits.reads())).append(":W").append(counter(bits.writes()));
    text.append(bits.yields() ? ":Y:S" : ":-:S").append(bits.stall() < 10 ? "0" : "");
    return text.append(bits.stall()).toString();
  }

  private static String counter(int number) {
    return number == ControlBits.NO_COUNTER ? "-" : Integer.toString(number);
  }

  private static String scale(SassOp op) {
    return op.scale == 0 ? "" : ".X" + op.scale;
  }

  private static String offset(long bytes) {
    return bytes == 0
        ? ""
        : bytes > 0 ? "+0x" + Long.toHexString(bytes) : "-0x" + Long.toHexString(-bytes);
  }

  private static String text(Value v) {
    String low =
        switch (v.kind()) {
          case VECTOR -> "R" + v.number();
          case UNIFORM -> "UR" + v.number();
          case UNIFORM_PREDICATE -> "UP" + v.number();
          case PREDICATE -> "P" + v.number();
          case IMMEDIATE -> v.number() == 0 ? "RZ" : "0x" + Integer.toHexString(v.number());
          case CONSTANT ->
              "c[0x"
                  + Integer.toHexString(v.number() >>> 16)
                  + "][0x"
                  + Integer.toHexString(v.number() & 0xffff)
                  + "]";
        };
    String wide = v.high() == null ? "" : ".64";
    return (v.negated() ? v.kind() == Value.Kind.PREDICATE ? "!" : "-" : "") + low + wide;
  }
}
