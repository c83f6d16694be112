package io.lockstep.report.compare;

/** The shade of a line by its share of a device's cycles. */
final class Shade {
  private static final int[] LEAST = {250, 120, 60, 30, 10};

  private Shade() {}

  /**
   * {@return the class of a share; empty if it is little}
   *
   * @param tenths of a percent
   */
  static String of(int tenths) {
    for (int i = 0; i < LEAST.length; i++) {
      if (tenths >= LEAST[i]) {
        return "h" + (LEAST.length - i);
      }
    }
    return "";
  }
}
