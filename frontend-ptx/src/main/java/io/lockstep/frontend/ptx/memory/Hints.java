// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.memory;

import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Syntax.Memory;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;

/**
 * Decodes hints to caches, the scheduler and profilers, which never change a result. Prefetches
 * have no effect, since caches are filled on demand. Operands are checked.
 */
public final class Hints {
  private Hints() {}

  public static Decoder of(String base) {
    return switch (base) {
      case "prefetch", "prefetchu" -> Hints::prefetch;
      case "discard", "applypriority" -> Hints::line;
      case "createpolicy" -> Hints::policy;
      case "nanosleep" -> Hints::sleep;
      case "pmevent" -> Hints::measure;
      case "griddepcontrol" -> Hints::dependent;
      default -> null;
    };
  }

  private static void prefetch(String base, Modifiers m, PtxWriter e) {
    m.hints();
    m.ignore("global", "local", "const", "param", "L1", "L2");
    if (m.take("tensormap")) {
      throw e.unsupported("tensor maps, which only asynchronous copies use");
    }
    m.done();
    e.expect(1);
    MemoryAccesses.memory(e.argument(0), e);
  }

  /** Decodes {@code discard.global.L2 [a], 128}, and applypriority of a cache line. */
  private static void line(String base, Modifiers m, PtxWriter e) {
    m.ignore("global", "L2");
    m.hints();
    m.done();
    e.expect(2);
    MemoryAccesses.memory(e.argument(0), e);
    Operand bytes = e.operand(1, PtxType.U32);
    if (bytes.isRegister() || bytes.bits() != 128) {
      throw e.error(e.argument(1), "'" + base + "' is about 128 bytes");
    }
  }

  /** Emits zero as the cache policy, since policies are never read. */
  private static void policy(String base, Modifiers m, PtxWriter e) {
    String kind = m.takeOne("fractional", "range", "cvt");
    m.hints();
    m.ignore("global", "L2");
    PtxType t = m.type();
    m.done();
    e.expect(1, 4);
    for (int k = 1; k < e.arguments(); k++) {
      if (e.argument(k) instanceof Memory) {
        MemoryAccesses.memory(e.argument(k), e);
      } else if (!kind.equals("fractional")) {
        e.operand(k, kind.equals("cvt") ? PtxType.B64 : PtxType.U32);
      }
    }
    e.emit(Op.MOVE, Type.I64, e.destination(0, t), Operand.immediate(0));
  }

  private static void sleep(String base, Modifiers m, PtxWriter e) {
    PtxType t = m.type();
    m.done();
    e.expect(1);
    e.operand(0, t);
  }

  private static void measure(String base, Modifiers m, PtxWriter e) {
    m.take("mask");
    m.done();
    e.expect(1);
    e.operand(0, PtxType.U32);
  }

  /** Decodes griddepcontrol, which has no effect, since launches run in sequence. */
  private static void dependent(String base, Modifiers m, PtxWriter e) {
    m.takeOne("wait", "launch_dependents");
    m.done();
    e.expect(0);
  }
}
