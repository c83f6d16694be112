// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import java.util.Arrays;

/** Collects the clients that can be served, in cyclic order from a start that advances. */
final class DueClients {
  private final MemoryClients clients;
  private final WaitLists waits;
  private int first;
  private int[] due = {};

  DueClients(MemoryClients clients, WaitLists waits) {
    this.clients = clients;
    this.waits = waits;
  }

  int find(long tick) {
    int n = clients.count();
    if (due.length < n) {
      due = Arrays.copyOf(due, n);
    }
    int i = first;
    first = first + 1 == n ? 0 : first + 1;
    return collect(tick, collect(tick, 0, i, n), 0, i);
  }

  private int collect(long tick, int sofar, int from, int to) {
    long[] arrivals = clients.arrivals();
    int found = sofar;
    for (int i = from; i < to; i++) {
      if (arrivals[i] <= tick && waits.blockedOn(i) == WaitLists.NONE) {
        due[found++] = i;
      }
    }
    return found;
  }

  int client(int k) {
    return due[k];
  }
}
