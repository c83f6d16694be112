package io.lockstep.parts.wave;

import io.lockstep.kernel.ir.Kernel;

/**
 * The control flow of kernels as wavefronts need it, once for all units of a cluster: one copy
 * stays in the host's caches, a copy in each of a hundred units would not. Belongs to the cluster's
 * partition; not thread-safe.
 */
public final class ControlTables {
  private Kernel kernel; // the last that was asked for: units begin a launch one after the other
  private ControlTable table;

  /** Creates an empty cache of tables. */
  public ControlTables() {}

  /** The table of a kernel. */
  ControlTable of(Kernel wanted) {
    if (kernel != wanted) {
      kernel = wanted;
      table = new ControlTable(wanted);
    }
    return table;
  }
}
