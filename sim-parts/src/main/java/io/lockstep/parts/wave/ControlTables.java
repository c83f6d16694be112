package io.lockstep.parts.wave;

import io.lockstep.kernel.ir.Kernel;

/**
 * The control flow of kernels as wavefronts need it, once for all units of a cluster: one copy
 * stays in the host's caches, a copy in each of a hundred units would not. Keeps those of the last
 * kernels, as units pass from one launch to another where several run. Belongs to the cluster's
 * partition; not thread-safe.
 */
public final class ControlTables {
  private static final int KEPT = 8;

  private final Kernel[] kernels = new Kernel[KEPT];
  private final ControlTable[] tables = new ControlTable[KEPT];
  private int oldest;

  /** Creates an empty cache of tables. */
  public ControlTables() {}

  /** The table of a kernel. */
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
