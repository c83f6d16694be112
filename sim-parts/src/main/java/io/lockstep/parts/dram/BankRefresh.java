package io.lockstep.parts.dram;

/**
 * Refreshes of some banks of a channel each: {@link RefreshPolicy}. The commands of a round are
 * spread evenly over the interval and take the banks in turn; rounds of different channels begin at
 * different times, as {@link Refresh} has it. A command is made when it falls due and its banks
 * have done what is booked; meanwhile the others serve requests.
 *
 * <p>Writes the channel's banks; its own state is two slots of the channel's. Not thread-safe.
 */
final class BankRefresh {
  // Slots of the state, from the first that the channel gives it.
  private static final int ROUND = 0; // beat at which the round under way began
  private static final int NEXT = 1; // its next command

  private static final long NEVER_REFRESHED = Long.MIN_VALUE / 2; // the end for an open bank

  private final long interval;
  private final int commands;
  private final long duration;
  private final long precharge;
  private final long opening; // from the activate to the data of a read
  private final int first;
  private final long[] openRow;
  private final long[] prechargeReady;
  private final long[] activateReady;

  /**
   * @param config timings
   * @param commands of a round
   * @param first slot of the state that is its own, of {@link Refresh#SLOTS}
   * @param openRow of each bank, {@link DramChannel#CLOSED} for none
   * @param prechargeReady beat from which an open bank may be closed
   * @param activateReady beat from which a closed bank may be opened
   */
  BankRefresh(
      DramConfig config,
      int commands,
      int first,
      long[] openRow,
      long[] prechargeReady,
      long[] activateReady) {
    interval = config.beats("dram.trefi");
    duration = config.beats("dram.trfc_bank");
    precharge = config.beats("dram.trp");
    opening = config.beats("dram.trcd") + config.beats("dram.tcl");
    this.commands = commands;
    this.first = first;
    this.openRow = openRow;
    this.prechargeReady = prechargeReady;
    this.activateReady = activateReady;
  }

  /** The state of channel {@code index} of {@code count} at beat 0. */
  void begin(long[] state, int index, int count) {
    state[first + ROUND] = Refresh.offset(interval, index, count);
    state[first + NEXT] = 0;
  }

  /** Makes the commands that have fallen due by a beat. */
  void by(long[] state, long by) {
    if (interval == 0 || due(state) > by) {
      return;
    }
    long rounds = (by - state[first + ROUND]) / interval;
    // they are not observable, and in two rounds each bank has been refreshed again
    if (rounds > 2) {
      state[first + ROUND] += (rounds - 2) * interval;
    }
    while (due(state) <= by) {
      make(due(state), (int) state[first + NEXT]);
      if (++state[first + NEXT] == commands) {
        state[first + NEXT] = 0;
        state[first + ROUND] += interval;
      }
    }
  }

  private long due(long[] state) {
    return state[first + ROUND] + state[first + NEXT] * interval / commands;
  }

  private void make(long due, int command) {
    int banks = openRow.length;
    int from = command * banks / commands;
    int to = (command + 1) * banks / commands;
    long start = due;
    for (int b = from; b < to; b++) {
      boolean closed = openRow[b] == DramChannel.CLOSED;
      start = Math.max(start, closed ? activateReady[b] : prechargeReady[b] + precharge);
    }
    for (int b = from; b < to; b++) {
      openRow[b] = DramChannel.CLOSED;
      activateReady[b] = start + duration;
    }
  }

  /**
   * The chosen request; or, where its bank is being refreshed or has just been and the bus would
   * wait for its row, the one that can be served first.
   *
   * @param chosen what the policy chose
   * @param by beat at which it would be decided
   * @return a request, or {@link DramChannel#NONE} where all banks asked for are being refreshed
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

  /** The first beat at which some bank that a queue asks for is not being refreshed. */
  long end(DramQueue queue) {
    long earliest = Long.MAX_VALUE;
    for (int i = 0; i < queue.size() && earliest > NEVER_REFRESHED; i++) {
      earliest = Math.min(earliest, end(queue.bank(i)));
    }
    return earliest;
  }

  private long end(int bank) {
    return openRow[bank] == DramChannel.CLOSED ? activateReady[bank] : NEVER_REFRESHED;
  }
}
