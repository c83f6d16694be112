// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.kernel.ir.Operand;
import io.lockstep.sm.code.Pipe;
import java.util.List;

/** A machine instruction on floats of at most 16 bits, with what it reads. */
record NarrowForm(String name, Pipe pipe, List<Operand> sources) {
  static NarrowForm packing(String formats, Operand... sources) {
    return new NarrowForm("F2FP." + formats, Pipe.ALU, List.of(sources));
  }

  /** Returns the same instruction with the modifier RELU, by which negative results become zero. */
  NarrowForm clamped() {
    return new NarrowForm(name + ".RELU", pipe, sources);
  }
}
