// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.sm.code.Pipe;
import java.util.List;

/**
 * Divides copies, shifts and sums, which more than one pipe can execute, between the pipes of
 * integers and of multiplication, so that both have as many instructions, as ptxas does. Where the
 * one of multiplication has more, immediates come from that of half precision.
 */
public final class PipeBalance {
  private final Capability capability;
  private int alu;
  private int fma;
  private boolean half; // the next immediate

  private PipeBalance(Capability capability) {
    this.capability = capability;
    half = halves(capability);
  }

  public static void balance(List<List<SassOp>> code, Capability capability) {
    PipeBalance balance = new PipeBalance(capability);
    code.forEach(block -> block.forEach(balance::count));
    // First every second one, so that the pipes take turns.
    for (int from = 0; from < 2; from++) {
      for (List<SassOp> block : code) {
        for (int k = from; k < block.size(); k += 2) {
          block.set(k, balance.moved(block.get(k)));
        }
      }
    }
  }

  private void count(SassOp op) {
    alu += op.pipe == Pipe.ALU ? 1 : 0;
    fma += op.pipe == Pipe.FMA ? 1 : 0;
  }

  private SassOp moved(SassOp op) {
    boolean immediate =
        op.name.equals("MOV") && op.sources.get(0).kind() == Kind.IMMEDIATE && op.guard == null;
    SassOp other = alu > fma ? multiplied(op) : immediate ? half(op) : null;
    if (other == null) {
      return op;
    }
    alu--;
    fma += other.pipe == Pipe.FMA ? 1 : 0;
    return other;
  }

  /** Whether every second immediate comes from the pipe of half precision. */
  private static boolean halves(Capability capability) {
    return capability == Capability.AMPERE || capability.isAtLeast(Capability.HOPPER);
  }

  private SassOp half(SassOp op) {
    boolean now = half;
    half = !half && halves(capability);
    return now ? op.replaced("HFMA2.MMA", Pipe.HALF, op.sources) : null;
  }

  private static SassOp multiplied(SassOp op) {
    List<Value> s = op.sources;
    return switch (op.name) {
      case "MOV" ->
          op.results.get(0).kind() == Kind.VECTOR && s.get(0).kind() != Kind.UNIFORM
              ? op.replaced("IMAD.MOV.U32", Pipe.FMA, s)
              : null;
      case "SHF.L.U32" ->
          s.get(1).kind() == Kind.IMMEDIATE && s.get(2).isZero() && !s.get(0).isFixed()
              ? op.replaced("IMAD.SHL.U32", Pipe.FMA, List.of(s.get(0), factor(s.get(1)), s.get(2)))
              : null;
      case "IADD3" -> isPlain(op) ? op.replaced("IMAD.IADD", Pipe.FMA, s) : null;
      case "IADD3.X" -> // IMAD.X adds one carry
          isPlain(op) && s.size() <= 4 ? op.replaced("IMAD.X", Pipe.FMA, s) : null;
      default -> null;
    };
  }

  private static Value factor(Value power) {
    return Value.immediate(1 << power.number());
  }

  /** Whether an instruction adds two registers, and no other one needs its carry. */
  private static boolean isPlain(SassOp op) {
    boolean registers = op.sources.stream().noneMatch(Value::isFixed);
    return registers && op.results.size() == 1 && op.sources.get(2).isZero();
  }
}
