// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.memory;

import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Type;

public final class Fences {
  private Fences() {}

  public static Decoder of(String base) {
    return switch (base) {
      case "membar", "fence" -> Fences::fence;
      default -> null;
    };
  }

  private static void fence(String base, Modifiers m, PtxWriter e) {
    if (m.take("mbarrier_init")) {
      m.takeOne("release");
      m.takeOne("cluster");
      m.done();
      e.expect(0);
      e.emit(InstructionBuilder.of(Op.FENCE, Type.I1).variant(Variant.Fence.GROUP));
      return;
    }
    if (m.take("proxy")) {
      if (m.takeAny("tensormap::generic", "async::generic") != null) {
        throw e.unsupported("fences of tensor maps and of clusters");
      }
      // The model has one view of memory, so that a proxy fence is an ordinary one.
      if ("async".equals(m.takeOne("alias", "async"))) {
        m.takeAny("global", "shared::cta", "shared::cluster");
      }
      m.done();
      e.expect(0);
      e.emit(InstructionBuilder.of(Op.FENCE, Type.I1).variant(Variant.Fence.DEVICE));
      return;
    }
    m.ignore("acq_rel", "sc", "acquire", "release");
    String scope = m.takeOne("cta", "gl", "gpu", "sys", "cluster");
    m.done();
    e.expect(0);
    Variant.Fence reach =
        switch (scope) {
          case "cta" -> Variant.Fence.GROUP;
          case "sys" -> Variant.Fence.SYSTEM;
          default -> Variant.Fence.DEVICE;
        };
    e.emit(InstructionBuilder.of(Op.FENCE, Type.I1).variant(reach));
  }
}
