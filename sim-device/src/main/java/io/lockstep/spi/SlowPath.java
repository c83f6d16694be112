// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import java.util.List;

/**
 * A slower path to memory that all stores of a kernel take because of some of its accesses.
 *
 * @param name as the vendor calls it
 * @param rows rows of {@link MachineKernel#origins} with the accesses that force it, at least one
 */
public record SlowPath(String name, List<Integer> rows) {
  /**
   * Copies the list.
   *
   * @param name as the vendor calls it
   * @param rows rows of the accesses that force it
   */
  public SlowPath {
    rows = List.copyOf(rows);
  }
}
