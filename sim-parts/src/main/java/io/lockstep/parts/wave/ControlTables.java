// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.wave;

import io.lockstep.kernel.ir.Kernel;

/**
 * Caches the control flow of the last kernels for all units of a cluster. A single shared copy fits
 * the host's caches, unlike a copy per unit. The tables of several kernels are kept because units
 * switch between concurrent launches. Belongs to the cluster's partition; not thread-safe.
 */
public final class ControlTables {
  private static final int KEPT = 8;

  private final Kernel[] kernels = new Kernel[KEPT];
  private final ControlTable[] tables = new ControlTable[KEPT];
  private int oldest;

  /** Creates an empty cache of tables. */
  public ControlTables() {}

  ControlTable of(Kernel wanted) {
    for (int i = 0; i < KEPT; i++) {
      if (kernels[i] == wanted) {
        return tables[i];
      }
    }
    ControlTable table = new ControlTable(wanted);
    kernels[oldest] = wanted;
    tables[oldest] = table;
    oldest = (oldest + 1) % KEPT;
    return table;
  }
}
