// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.memory;

import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Decodes {@code region.OPERATION}, Lockstep's PTX extension for OpenCL C's built-in functions for
 * region memory and launch barriers, which PTX lacks. An address is a 32-bit byte offset. Appends
 * fix the wavefront width at 64.
 */
public final class Regions {
  private Regions() {}

  public static Decoder of(String base) {
    return base.equals("region") ? Regions::operation : null;
  }

  private static void operation(String base, Modifiers m, PtxWriter e) {
    String name =
        m.takeOne(
            "ld", "st", "add", "sub", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas",
            "append", "consume", "ordered", "barrier");
    if (name.equals("barrier")) {
      m.done();
      e.expect(0);
      e.emit(InstructionBuilder.of(Op.BARRIER, Type.I32).variant(Variant.Barrier.LAUNCH));
      Draft next = new Draft();
      e.close(next);
      e.open(next);
      return;
    }
    PtxType t = m.type();
    m.done();
    if (t != PtxType.U32 && t != PtxType.S32) {
      throw e.unsupported("region memory has words of .u32 and .s32, found ." + t.shown());
    }
    switch (name) {
      case "ld" -> {
        e.expect(2);
        int d = e.destination(0, t);
        e.emit(access(Op.LOAD).from(e.operand(1, PtxType.U32)).to(d));
      }
      case "st" -> {
        e.expect(2);
        e.emit(access(Op.STORE).from(e.operand(0, PtxType.U32), e.operand(1, t)));
      }
      default -> atomic(name, t, e);
    }
  }

  private static void atomic(String name, PtxType t, PtxWriter e) {
    AtomicOp op =
        switch (name) {
          case "exch" -> AtomicOp.EXCHANGE;
          case "cas" -> AtomicOp.COMPARE_EXCHANGE;
          case "ordered" -> AtomicOp.ORDERED_APPEND;
          default -> AtomicOp.valueOf(name.toUpperCase(Locale.ROOT));
        };
    int operands = op.isOfWavefront() ? 0 : op == AtomicOp.COMPARE_EXCHANGE ? 2 : 1;
    e.expect(2 + operands);
    if (op.isOfWavefront()) {
      e.specials.wavefrontsOf64 = "appends to region memory";
    }
    List<Operand> sources = new ArrayList<>();
    sources.add(e.operand(1, PtxType.U32));
    for (int k = 0; k < operands; k++) {
      sources.add(e.operand(2 + k, t));
    }
    int d = e.destination(0, t);
    e.emit(access(Op.ATOMIC).signed(t.signed()).atomic(op).from(sources).to(d));
  }

  private static InstructionBuilder access(Op op) {
    return InstructionBuilder.of(op, Type.I32)
        .memory(
            new MemoryAccess(Space.REGION, Type.I32, 1, -1, 0, MemoryAccess.Qualifiers.VOLATILE));
  }
}
