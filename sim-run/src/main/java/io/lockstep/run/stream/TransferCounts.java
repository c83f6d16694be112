// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.stream;

import io.lockstep.spi.stats.StatisticSet;
import java.util.Arrays;

/**
 * The transfers of a pass between host and device, by direction and by kind of host memory, and the
 * time of fills and copies on the device.
 */
public final class TransferCounts {
  /** Categories of transfers, which are counted by direction and by kind of host memory. */
  private enum Kind {
    TO_DEVICE("to_device", "from the host to the device"),
    FROM_DEVICE("from_device", "from the device to the host"),
    PINNED("pinned", "from or to page-locked memory of the host"),
    PAGEABLE("pageable", "from or to pageable memory of the host");

    private final String key;
    private final String meaning;

    Kind(String key, String meaning) {
      this.key = key;
      this.meaning = meaning;
    }
  }

  public static final StatisticSet<TransferCounts> STATISTICS = statistics();

  private final long[] count = new long[Kind.values().length];
  private final long[] bytes = new long[count.length];
  private final long[] picos = new long[count.length];
  private long devicePicos;

  private static StatisticSet<TransferCounts> statistics() {
    StatisticSet.Builder<TransferCounts> all =
        StatisticSet.<TransferCounts>of("run")
            .count(
                "time.transfers",
                "ps",
                "Sum of the times of transfers between host and device, each with its fixed cost,"
                    + " without waiting.",
                TransferCounts::picos)
            .count(
                "time.fills_and_copies",
                "ps",
                "Sum of the times of fills and copies on the device that the host asked for.",
                t -> t.devicePicos);
    for (Kind k : Kind.values()) {
      String name = "transfers." + k.key;
      int i = k.ordinal();
      all.count(name + ".count", "Transfers " + k.meaning + ".", t -> t.count[i]);
      all.count(name + ".bytes", "B", "Bytes " + k.meaning + ".", t -> t.bytes[i]);
      all.count(name + ".time", "ps", "Time of transfers " + k.meaning + ".", t -> t.picos[i]);
    }
    return all.build();
  }

  /**
   * @param time duration without waiting, in picoseconds
   */
  public void add(boolean toDevice, boolean pinned, long size, long time) {
    add(toDevice ? Kind.TO_DEVICE : Kind.FROM_DEVICE, size, time);
    add(pinned ? Kind.PINNED : Kind.PAGEABLE, size, time);
  }

  private void add(Kind kind, long size, long time) {
    count[kind.ordinal()]++;
    bytes[kind.ordinal()] += size;
    picos[kind.ordinal()] += time;
  }

  /** Adds the duration of a fill or copy on the device, in picoseconds. */
  public void addOnDevice(long time) {
    devicePicos += time;
  }

  /** Returns the total duration of transfers, in picoseconds. */
  public long picos() {
    return picos[Kind.TO_DEVICE.ordinal()] + picos[Kind.FROM_DEVICE.ordinal()];
  }

  /** Returns the total duration of fills and copies on the device, in picoseconds. */
  public long devicePicos() {
    return devicePicos;
  }

  public void clear() {
    Arrays.fill(count, 0);
    Arrays.fill(bytes, 0);
    Arrays.fill(picos, 0);
    devicePicos = 0;
  }
}
