// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

/** Selects the request that a channel serves next, by the channel's rule or by FR-FCFS. */
final class RequestSelection implements WaitingRequests {
  private final RowActivation activation;
  private final DramRule rule; // null for FR-FCFS
  private final BankTable banks;
  private final BankGroups groups;
  private DramQueue queue;
  private long now;

  RequestSelection(RowActivation activation, DramRule rule, BankTable banks, BankGroups groups) {
    this.groups = groups;
    this.activation = activation;
    this.rule = rule;
    this.banks = banks;
  }

  /**
   * Selects by the rule or by FR-FCFS: the oldest request to an open row, else the request whose
   * row can be opened first. With bank groups, the open row whose group is ready first from {@code
   * free} on is preferred.
   */
  int choose(DramQueue requests, long beat, long soonest, long free) {
    if (rule != null) {
      return chosen(of(requests, beat));
    }
    int open = groups == null ? requests.oldestTo(banks.openRow) : grouped(requests, free);
    if (open >= 0) {
      return open;
    }
    int best = -1;
    long bestTime = Long.MAX_VALUE;
    for (int i = 0, n = requests.size(); i < n && bestTime > soonest; i++) {
      long activate = activation.time(requests.bank(i), beat);
      if (activate < bestTime) {
        bestTime = activate;
        best = i;
      }
    }
    return best;
  }

  /** Returns the oldest open-row request among those whose bank group is ready first, or -1. */
  private int grouped(DramQueue requests, long free) {
    int best = -1;
    long bestBegin = Long.MAX_VALUE;
    for (int i = 0, n = requests.size(); i < n && bestBegin > free; i++) {
      int bank = requests.bank(i);
      if (banks.openRow[bank] == requests.row(i) && groups.begin(bank, free) < bestBegin) {
        bestBegin = groups.begin(bank, free);
        best = i;
      }
    }
    return best;
  }

  private int chosen(WaitingRequests waiting) {
    int chosen = rule.choose(waiting);
    if (chosen < 0 || chosen >= queue.size()) {
      throw new IllegalStateException(
          rule.getClass().getName() + " chose request " + chosen + " of " + queue.size());
    }
    return chosen;
  }

  WaitingRequests of(DramQueue requests, long beat) {
    queue = requests;
    now = beat;
    return this;
  }

  @Override
  public int size() {
    return queue.size();
  }

  @Override
  public int bank(int i) {
    return queue.bank(i);
  }

  @Override
  public long row(int i) {
    return queue.row(i);
  }

  @Override
  public boolean isOpen(int i) {
    return banks.openRow[queue.bank(i)] == queue.row(i);
  }

  @Override
  public long activate(int i) {
    return activation.time(queue.bank(i), now);
  }
}
