// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.device.nvidia.code.ControlBits;

/** Formats instructions of a cubin with their control bits; operands are not decoded. */
final class Listing {
  private Listing() {}

  static String line(Cubin cubin, int k) {
    MachineWord word = cubin.words().get(k);
    ControlBits bits = word.control();
    StringBuilder waits = new StringBuilder("B");
    for (int c = 0; c < ControlBits.COUNTERS; c++) {
      waits.append((bits.waits() >> c & 1) == 0 ? "-" : Integer.toString(c));
    }
    String guard =
        word.isGuarded() ? "@" + (word.guardNegated() ? "!P" : "P") + word.guard() + " " : "";
    return "    %s:R%s:W%s:%s:S%02d  %s%s R%s // PTX line %s"
        .formatted(
            waits,
            counter(bits.reads()),
            counter(bits.writes()),
            bits.yields() ? "Y" : "-",
            bits.stall(),
            guard,
            cubin.operation(k).name(),
            word.destination(),
            cubin.lines()[k]);
  }

  private static String counter(int number) {
    return number == ControlBits.NO_COUNTER ? "-" : Integer.toString(number);
  }
}
