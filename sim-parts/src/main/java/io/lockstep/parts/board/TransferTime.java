package io.lockstep.parts.board;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;

/**
 * Ticks in which copy engines had transfers and no kernel ran: memory's share of its peak is over
 * the kernels' time and this. Not thread-safe.
 */
final class TransferTime implements Stateful {
  private int running; // transfers
  private long upTo; // tick up to which time is counted
  private long alone;

  /** Nothing has run. */
  TransferTime() {}

  /**
   * A transfer begins.
   *
   * @param kernels tick from which on kernels run or will run, or the largest number
   */
  void begins(long tick, long kernels) {
    advance(tick, kernels);
    running++;
  }

  /** A transfer ends. */
  void ends(long tick, long kernels) {
    advance(tick, kernels);
    running--;
  }

  /** What runs changes at a tick, or time is asked for. */
  void advance(long tick, long kernels) {
    if (tick > upTo) {
      if (running > 0) {
        alone += Math.max(0, Math.min(tick, kernels) - upTo);
      }
      upTo = tick;
    }
  }

  /** Ticks that are counted. */
  long alone() {
    return alone;
  }

  /** Starts anew; nothing runs. */
  void reset() {
    alone = 0;
  }

  @Override
  public void save(StateWriter out) {
    out.writeInt(running);
    out.writeLong(upTo);
    out.writeLong(alone);
  }

  @Override
  public void load(StateReader in) {
    running = in.readInt();
    upTo = in.readLong();
    alone = in.readLong();
  }
}
