// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import java.util.ArrayList;
import java.util.List;

/** Numbers of allocated registers, different for each file. */
final class Registers {
  private static final int FILE = 1 << 10;

  private Registers() {}

  static List<Integer> of(List<Value> values) {
    List<Integer> all = new ArrayList<>();
    for (Value v : values) {
      for (Value part = v; part != null; part = part.high()) {
        if (part.isRegister()) {
          all.add(part.kind().ordinal() * FILE + part.number());
        }
      }
    }
    return all;
  }

  /** The registers that an instruction reads; lanes outside its guard keep the former results. */
  static List<Integer> read(SassOp op) {
    List<Value> all = new ArrayList<>(op.sources);
    if (op.guard != null) {
      all.add(op.guard);
      all.addAll(op.whole ? List.of() : op.results);
    }
    return of(all);
  }
}
