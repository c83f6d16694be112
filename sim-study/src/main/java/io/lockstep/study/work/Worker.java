// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import io.lockstep.study.store.Hosts;
import io.lockstep.study.store.OutcomeOrigin;

/**
 * A process that computes points.
 *
 * @param process process id
 * @param shard name of the part of the study, or empty
 */
public record Worker(String host, long process, String shard) {
  /**
   * Returns this process.
   *
   * @param shard name of the part of the study, or empty
   */
  public static Worker here(String shard) {
    return new Worker(Hosts.here(), ProcessHandle.current().pid(), shard);
  }

  /** Returns the identity of another process on this machine. */
  Worker as(long other) {
    return new Worker(host, other, shard);
  }

  OutcomeOrigin provenance(Task<?> task, long wallMicros) {
    return new OutcomeOrigin(host, process, shard, task.attempt(), wallMicros, task.signal());
  }
}
