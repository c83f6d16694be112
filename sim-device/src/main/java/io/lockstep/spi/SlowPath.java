// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import java.util.List;

/**
 * A slower path to memory that all stores of a kernel take because of some of its accesses.
 *
 * @param name the vendor's name of the path
 * @param rows rows of {@link MachineKernel#origins} of the accesses that require the path, at least
 *     one
 */
public record SlowPath(String name, List<Integer> rows) {
  /**
   * Copies the list.
   *
   * @param name the vendor's name of the path
   * @param rows rows of the accesses that require the path
   */
  public SlowPath {
    rows = List.copyOf(rows);
  }
}
