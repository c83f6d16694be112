package io.lockstep.run;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import io.lockstep.spi.host.HostCosts;

/**
 * When host operations start and end: one in-order queue, launches asynchronous, transfers
 * blocking; or the host's clock alone, where a program has streams. Submission runs ahead of
 * execution, so that launches behind each other take the longer of the two, not their sum. All
 * times in picoseconds from the device's tick 0. Not thread-safe.
 */
final class HostTimeline implements Stateful {
  private final HostCosts costs;
  private long host;
  private long device;
  private boolean queued;

  /** From the device's tick 0 on. */
  HostTimeline(HostCosts costs) {
    this(costs, 0);
  }

  /**
   * @param start how long the device has been running when the host begins, in picoseconds
   */
  HostTimeline(HostCosts costs, long start) {
    this.costs = costs;
    host = start;
    device = start;
  }

  /** The host's own time. */
  long now() {
    return host;
  }

  /** When host and device are both done with everything so far. */
  long end() {
    return Math.max(host, device);
  }

  /** When the device is done with everything that has ended. */
  long device() {
    return device;
  }

  /** The host calls a launch; answers when its first group may start. */
  long launch() {
    long earliest = host + costs.launchPicos();
    host += costs.submitPicos();
    return queued ? Math.max(earliest, device + costs.backToBackPicos()) : earliest;
  }

  /** The launch's last group ended. */
  void launched(long end) {
    device = end;
    queued = true;
  }

  /** The host waits for the device. */
  void synchronize() {
    host = Math.max(host, device) + (queued ? costs.synchronizePicos() : 0);
    queued = false;
  }

  /** A blocking transfer; answers how long it took by itself, once the device was done. */
  long transfer(long bytes, boolean pinned) {
    synchronize();
    long own =
        costs.transferPicos()
            + Numbers.transferPicos(
                bytes, pinned ? costs.pinnedBytesPerSecond() : costs.pageableBytesPerSecond(bytes));
    host += own;
    device = host;
    return own;
  }

  /** Whether something was queued since the host waited for the device. */
  boolean isQueued() {
    return queued;
  }

  /** The host submits an operation and goes on; answers when it called. */
  long submit() {
    queued = true;
    long called = host;
    host += costs.submitPicos();
    return called;
  }

  /** An operation that was submitted ends, not before others that have ended. */
  void ends(long end) {
    device = Math.max(device, end);
  }

  /** The host waits for an end that it has to ask for. */
  void waitFor(long end) {
    host = Math.max(host, end) + costs.synchronizePicos();
  }

  /** A call returns at an end. */
  void blockUntil(long end) {
    host = Math.max(host, end);
  }

  @Override
  public void save(StateWriter out) {
    out.writeLong(host);
    out.writeLong(device);
    out.writeBoolean(queued);
  }

  @Override
  public void load(StateReader in) {
    host = in.readLong();
    device = in.readLong();
    queued = in.readBoolean();
  }

  /** A device memset or copy, queued like a launch; answers how long it took by itself. */
  long deviceOperation(long bytes, long bytesPerSecond) {
    long start = launch();
    long own = Numbers.transferPicos(bytes, bytesPerSecond);
    launched(start + own);
    return own;
  }
}
