// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import io.lockstep.kernel.analysis.KernelVerifier;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import java.util.List;

/** Short kernels for tests: a frame of declarations around some lines. */
public final class Ptx {
  private static final String FRAME =
      """
      .version 8.5
      .target sm_50
      .address_size 64
      %s
      .visible .entry k(.param .u64 p0, .param .u64 p1, .param .u32 p2)
      {
      .reg .pred %%p<9>;
      .reg .b16 %%rs<9>;
      .reg .b32 %%r<40>;
      .reg .f32 %%f<40>;
      .reg .b64 %%rd<40>;
      .reg .f64 %%fd<9>;
      %s
      ret;
      }
      """;

  /** The line of the text on which the body starts, with an empty module part. */
  static final int FIRST = 13;

  private Ptx() {}

  public static String text(String module, String body) {
    return FRAME.formatted(module, body);
  }

  /** The kernel of a body, verified. */
  static Kernel kernel(String body) {
    return kernel("", body);
  }

  public static Kernel kernel(String module, String body) {
    return kernel(module, body, FrontendOptions.defaults());
  }

  static Kernel kernel(String module, String body, FrontendOptions options) {
    List<Kernel> all = new PtxFrontend().read("k.ptx", text(module, body), options);
    KernelVerifier.verify(all.get(0));
    return all.get(0);
  }

  /** The first kernel of a whole text, verified. */
  public static Kernel read(String text) {
    Kernel first = new PtxFrontend().read("k.ptx", text, FrontendOptions.defaults()).get(0);
    KernelVerifier.verify(first);
    return first;
  }

  /** All instructions in the order of the blocks. */
  public static List<Instruction> code(Kernel kernel) {
    return kernel.blocks().stream().flatMap(b -> b.instructions().stream()).toList();
  }

  /** The operations of a body but the last exit and the definitions of undefined registers. */
  public static List<Instruction> code(String body) {
    return code(kernel(body)).stream()
        .filter(i -> !i.text().startsWith("(undefined") && i.op() != Op.EXIT)
        .toList();
  }

  /** The only operation of a body. */
  static Instruction one(String body) {
    List<Instruction> all = code(body);
    if (all.size() != 1) {
      throw new AssertionError("expected one operation, found " + all.size());
    }
    return all.get(0);
  }
}
