// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.stream;

import io.lockstep.spi.host.HostCosts;

/**
 * The host's clock, and the time at which the device has finished all operations so far. Submission
 * runs ahead of execution: back-to-back launches take the longer of the two, not their sum. All
 * times are in picoseconds from the device's tick 0.
 */
public final class HostTimeline {
  private final HostCosts costs;
  private long host;
  private long device;
  private boolean queued;

  public HostTimeline(HostCosts costs) {
    this(costs, 0);
  }

  /**
   * @param start time at which the host begins, in picoseconds
   */
  public HostTimeline(HostCosts costs, long start) {
    this.costs = costs;
    host = start;
    device = start;
  }

  public long now() {
    return host;
  }

  /** Returns the time at which host and device have finished all operations so far. */
  public long end() {
    return Math.max(host, device);
  }

  /** Returns the time at which the device has finished its last operation. */
  public long device() {
    return device;
  }

  /** Lets the host wait for the device. */
  public void synchronize() {
    host = Math.max(host, device) + (queued ? costs.synchronizePicos() : 0);
    queued = false;
  }

  /** Returns whether an operation was queued since the host last waited for the device. */
  public boolean isQueued() {
    return queued;
  }

  /** Submits an operation and returns the time of the call. */
  public long submit() {
    queued = true;
    long called = host;
    host += costs.submitPicos();
    return called;
  }

  /** Records the end of a submitted operation; operations may end in any order. */
  public void ends(long end) {
    device = Math.max(device, end);
  }

  /** Lets the host wait for an operation that ends at the given time. */
  public void waitFor(long end) {
    host = Math.max(host, end) + costs.synchronizePicos();
  }

  /** Lets the host's call return at the given time, without the cost of a synchronisation. */
  public void blockUntil(long end) {
    host = Math.max(host, end);
  }
}
