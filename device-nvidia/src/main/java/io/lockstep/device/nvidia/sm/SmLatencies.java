// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import io.lockstep.parts.access.Access;
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
  final int constant;
  final int shuffle;
  final int shuffleClocks;
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
    constant = (int) config.constants.hitTicks();
    shuffle = config.latency("issue.shuffle_latency");
    shuffleClocks = s.integer("issue.shuffle");
    returnRate = Math.toIntExact(s.value("memory.return_rate") / 1000);
  }

  /** Returns the clocks for the data of a load beyond those of words. */
  int moreData(Access access) {
    return 32 * Math.max(0, access.elementBytes() - 4) / returnRate;
  }

  /** Returns the clocks by which the data of a store are read later than a word. */
  int moreData(boolean store, Access access) {
    return store ? moreData(access) : 0;
  }

  /** Returns the same for shared memory, which takes words of all lanes in two clocks. */
  int moreWords(boolean store, Access access) {
    return moreData(store, access);
  }
}
