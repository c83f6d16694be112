// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.family;

import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/**
 * An instruction on values, later on registers, which occupies its unit for the cycles of issue.
 * The place is an access's offset, a branch's target block or the loads outstanding after a wait.
 */
public record MachineOp(
    String name, Unit unit, int issue, int to, List<Operand> from, long place, Instruction origin) {
  /** Execution units; the latency in cycles is an estimate for memory. */
  public enum Unit {
    ALU(4),
    MULTIPLIER(6),
    FUNCTION(12),
    MEMORY(40),
    CONTROL(1);

    final int latency;

    Unit(int latency) {
      this.latency = latency;
    }
  }

  static final Liveness.Accesses<MachineOp> ACCESSES =
      new Liveness.Accesses<>() {
        @Override
        public void reads(MachineOp op, IntConsumer value) {
          op.from.stream().filter(Operand::isRegister).forEach(o -> value.accept(o.register()));
        }

        @Override
        public void writes(MachineOp op, IntConsumer value) {
          if (op.to >= 0) {
            value.accept(op.to);
          }
        }
      };

  MachineOp writing(int value) {
    return new MachineOp(name, unit, issue, value, from, place, origin);
  }

  MachineOp reading(IntUnaryOperator names) {
    List<Operand> renamed =
        from.stream()
            .map(o -> o.isRegister() ? Operand.register(names.applyAsInt(o.register())) : o)
            .toList();
    return new MachineOp(name, unit, issue, to, renamed, place, origin);
  }

  boolean hasEffect() {
    return unit == Unit.CONTROL || unit == Unit.MEMORY && !name.startsWith("LD");
  }

  /** Whether the result arrives later and must be waited for. */
  public boolean isLoad() {
    return unit == Unit.MEMORY && to >= 0;
  }

  String text() {
    String start = "  " + name + (to < 0 ? " " : " r" + to + " = ");
    boolean placed = unit == Unit.MEMORY || unit == Unit.CONTROL && place >= 0;
    return from.stream()
        .map(o -> o.isRegister() ? "r" + o.register() : Long.toString(o.bits()))
        .collect(Collectors.joining(", ", start, placed ? " @" + place : ""));
  }
}
