// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.sm.memory.DataBanks;
import io.lockstep.spi.spec.DeviceSpec;

/** Latencies of memory instructions from their issue. Immutable and thread-safe. */
final class SmLatencies {
  final int loadRead;
  final int storeRead;
  final int uniformGain;
  final int firstLevel;
  final int localLoadRead;
  final int localStoreRead;
  final int localLoad;
  final int localAtomic;
  final int localAtomicClocks;

  /** Clocks of an operation on one barrier; 0 if atomics and loads do it. */
  final int barrierClocks;

  final int constant;
  final int shuffle;
  final int shuffleClocks;

  /** Clocks of a pass of the data banks. */
  final int passClocks;

  private final int firstPass;
  private final int returnRate; // bytes a clock

  SmLatencies(SmConfig config) {
    DeviceSpec s = config.spec;
    loadRead = config.latency("memory.load_read");
    storeRead = config.latency("memory.store_read");
    uniformGain = config.latency("memory.uniform_gain");
    firstLevel = (int) config.firstLevel.hitTicks();
    localLoadRead = config.latency("lds.load_read");
    localStoreRead = config.latency("lds.store_read");
    localLoad = config.latency("lds.latency");
    localAtomic = config.latency("lds.atomic_latency");
    localAtomicClocks = s.integer("lds.atomic");
    barrierClocks = (int) s.optional("lds.barrier").orElse(0);
    constant = (int) config.constants.hitTicks();
    shuffle = config.latency("issue.shuffle_latency");
    shuffleClocks = s.integer("issue.shuffle");
    passClocks = Math.toIntExact(1000L * DataBanks.ROW / s.value("l1.bandwidth"));
    firstPass = Math.max(passClocks, s.integer("memory.shared_interval"));
    returnRate = Math.toIntExact(s.value("memory.return_rate") / 1000);
  }

  /**
   * Returns the clocks for the registers' data beyond those of words.
   *
   * @param parts parts of the warp that pass the banks one after the other, and have active lanes
   */
  int moreData(int parts) {
    return DataBanks.ROW * (parts - 1) / returnRate;
  }

  /** Returns the clocks by which data are later if an access holds the banks for some clocks. */
  int morePasses(int clocks) {
    return Math.max(0, clocks - firstPass);
  }
}
