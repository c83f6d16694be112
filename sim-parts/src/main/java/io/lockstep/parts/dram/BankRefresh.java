// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

/**
 * Performs refreshes of a subset of a channel's banks: {@link RefreshPolicy}. The commands of a
 * round are spread evenly over the interval and take the banks in turn; rounds of different
 * channels are staggered as in {@link Refresh}. A command starts when it is due and all booked
 * requests to its banks are finished; meanwhile, other banks serve requests.
 */
final class BankRefresh {
  private static final long NEVER_REFRESHED = Long.MIN_VALUE / 2; // for a bank with an open row

  private final long interval;
  private final int commands;
  private final long duration;
  private final long precharge;
  private final long opening; // from an activation to the data of a read
  private final BankTable banks;
  private long round; // beat at which the current round began
  private int next; // index of the next command in the round

  BankRefresh(DramConfig config, int commands, BankTable banks) {
    interval = config.beats("dram.trefi");
    duration = config.beats("dram.trfc_bank");
    precharge = config.beats("dram.trp");
    opening = config.beats("dram.trcd") + config.beats("dram.tcl");
    this.commands = commands;
    this.banks = banks;
  }

  /** Begins at beat 0 as channel {@code index} of {@code count} channels. */
  void begin(int index, int count) {
    round = Refresh.offset(interval, index, count);
  }

  void by(long by) {
    if (interval == 0 || due() > by) {
      return;
    }
    long rounds = (by - round) / interval;
    // Skips older rounds: they have no effect, because two rounds refresh every bank again.
    if (rounds > 2) {
      round += (rounds - 2) * interval;
    }
    while (due() <= by) {
      make(due(), next);
      if (++next == commands) {
        next = 0;
        round += interval;
      }
    }
  }

  private long due() {
    return round + next * interval / commands;
  }

  private void make(long due, int command) {
    int count = banks.size;
    int from = command * count / commands;
    int to = (command + 1) * count / commands;
    long start = due;
    for (int b = from; b < to; b++) {
      boolean closed = banks.isClosed(b);
      start =
          Math.max(start, closed ? banks.activateReady[b] : banks.prechargeReady[b] + precharge);
    }
    for (int b = from; b < to; b++) {
      banks.openRow[b] = BankTable.CLOSED;
      banks.activateReady[b] = start + duration;
    }
  }

  /**
   * Returns the policy's choice, or a request that can be served earlier if the bank's refresh
   * would delay the chosen request's data on the bus; {@link DramChannel#NONE} if all requested
   * banks are being refreshed.
   */
  int beside(WaitingRequests waiting, int chosen, long by) {
    if (end(waiting.bank(chosen)) + opening <= by) {
      return chosen;
    }
    int best = DramChannel.NONE;
    int first = 0;
    for (int i = 0; i < waiting.size(); i++) {
      if (waiting.isOpen(i)) {
        return i;
      }
      long end = end(waiting.bank(i));
      if (end + opening <= by && (best < 0 || waiting.activate(i) < waiting.activate(best))) {
        best = i;
      }
      if (end < end(waiting.bank(first))) {
        first = i;
      }
    }
    return best < 0 && end(waiting.bank(first)) <= by ? first : best;
  }

  /** Returns the first beat at which some bank that a queue requests is not being refreshed. */
  long end(DramQueue queue) {
    long earliest = Long.MAX_VALUE;
    for (int i = 0; i < queue.size() && earliest > NEVER_REFRESHED; i++) {
      earliest = Math.min(earliest, end(queue.bank(i)));
    }
    return earliest;
  }

  private long end(int bank) {
    return banks.isClosed(bank) ? banks.activateReady[bank] : NEVER_REFRESHED;
  }
}
