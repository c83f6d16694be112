// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

final class Shade {
  private static final int[] LEAST = {250, 120, 60, 30, 10};

  private Shade() {}

  /** Returns the CSS class of a share, given in tenths of a per cent; empty if it is small. */
  static String of(int tenths) {
    for (int i = 0; i < LEAST.length; i++) {
      if (tenths >= LEAST[i]) {
        return "h" + (LEAST.length - i);
      }
    }
    return "";
  }
}
