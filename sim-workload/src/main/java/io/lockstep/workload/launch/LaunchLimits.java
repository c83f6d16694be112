// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.launch;

import io.lockstep.kernel.ir.Kernel;
import java.util.Optional;

/** The largest work-groups that can be executed. */
public final class LaunchLimits {
  /** Maximum number of work-items of a group. */
  public static final int MOST_ITEMS = 65536;

  /** Maximum private memory of all work-items of a group, which is allocated at once. */
  private static final long MOST_PRIVATE = 512L << 20;

  private LaunchLimits() {}

  /**
   * {@return why groups of a kernel cannot be executed; empty if they can}
   *
   * @param items work-items of a group
   */
  public static Optional<String> problem(Kernel kernel, long items) {
    if (items > MOST_ITEMS) {
      return Optional.of(
          "a group of " + items + " work-items; at most " + MOST_ITEMS + " can be executed");
    }
    int most = kernel.bounds().mostItems();
    if (most > 0 && items > most) {
      return Optional.of(
          "'%s' has launch bounds of %s work-items a group, found %s"
              .formatted(kernel.name(), most, items));
    }
    long hidden = items * kernel.privateBytes();
    return hidden <= MOST_PRIVATE
        ? Optional.empty()
        : Optional.of(
            ("a group of %s work-items with %s bytes of private memory each asks for %s MiB;"
                    + " at most %s MiB can be executed")
                .formatted(items, kernel.privateBytes(), hidden >> 20, MOST_PRIVATE >> 20));
  }
}
