// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import java.util.Arrays;

/**
 * Records the ticks at which a compute unit has requested an issue event. There is one event per
 * requested tick, even if an earlier event is pending, so that the set of events does not depend on
 * the order in which wavefronts are woken.
 */
final class IssueEvents {
  private final Partition partition;
  private final EventKind kind;
  private final int component;
  private long[] pending = new long[16];
  private int count;

  IssueEvents(Partition partition, EventKind kind, int component) {
    this.partition = partition;
    this.kind = kind;
    this.component = component;
  }

  void at(long tick) {
    for (int i = 0; i < count; i++) {
      if (pending[i] == tick) {
        return;
      }
    }
    if (count == pending.length) {
      pending = Arrays.copyOf(pending, 2 * count);
    }
    pending[count++] = tick;
    partition.at(tick, kind, component, 0);
  }

  void come(long tick) {
    int i = 0;
    while (pending[i] != tick) {
      i++;
    }
    pending[i] = pending[--count];
  }
}
