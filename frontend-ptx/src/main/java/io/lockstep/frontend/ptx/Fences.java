// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Type;
import io.lockstep.kernel.ir.Variant;

final class Fences {
  private Fences() {}

  static Decoder of(String base) {
    return switch (base) {
      case "membar", "fence" -> Fences::fence;
      default -> null;
    };
  }

  private static void fence(String base, Modifiers m, PtxWriter e) {
    boolean proxy = m.takeAny("proxy", "proxy::alias") != null;
    if (m.takeAny("async", "tensormap", "tensormap::generic", "async::generic", "mbarrier_init")
            != null
        || m.takeAny("async::global", "async::shared::cta", "async::shared::cluster", "generic")
            != null) {
      throw e.unsupported("asynchronous copies and their barriers");
    }
    if (proxy) {
      // Aliased addresses need no proxy fence, since the model has one view of memory.
      m.take("alias");
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
