// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.launch;

import io.lockstep.execute.GroupExecutor;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether paths and addresses of a program's launches depend on what launches write. Each
 * kernel is analysed once for each list of buffers that it receives. Not thread-safe.
 */
public final class LaunchDependences {
  /** A kernel and the windows of its arguments: buffers, or 0 for most scalars. */
  private record Use(Kernel kernel, List<Long> windows) {}

  private final int buffers;
  private final Set<Use> seen = new HashSet<>(); // never iterated
  private final BitSet written = new BitSet();
  private final BitSet needed = new BitSet(); // buffers on which paths or addresses depend
  private boolean unknown;

  /**
   * @param buffers number of the program's buffers
   */
  public LaunchDependences(int buffers) {
    this.buffers = buffers;
  }

  /** Adds a launch, which need not be executed. */
  public void add(Kernel kernel, List<Long> arguments, GroupExecutor executor) {
    List<Long> windows = new ArrayList<>();
    arguments.forEach(word -> windows.add(word >>> Address.OFFSET_BITS));
    if (unknown || !seen.add(new Use(kernel, windows))) {
      return;
    }
    Optional<BitSet> writes = executor.writes();
    if (writes.isEmpty() || !executor.isIndependent()) {
      unknown = true;
      return;
    }
    written.or(writes.get());
    BitSet one = new BitSet();
    for (int b = 0; b < buffers; b++) {
      one.clear();
      one.set(b);
      if (!executor.isIndependent(one)) {
        needed.set(b);
      }
    }
  }

  /** Adds a buffer that another operation writes with data of the device. */
  public void writes(int buffer) {
    written.set(buffer);
  }

  /** Returns whether no path and no address depends on what launches write. */
  public boolean areNone() {
    return !unknown && !written.intersects(needed);
  }
}
