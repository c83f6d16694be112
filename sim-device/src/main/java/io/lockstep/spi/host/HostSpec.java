// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.host;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.FLAG;
import static io.lockstep.spi.spec.Dimension.RATE;
import static io.lockstep.spi.spec.Dimension.TIME;

import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/** The figures of the host and the bus to the device: {@link HostCosts}. */
public final class HostSpec implements Part {
  /** The part, for schemas. */
  public static final Part PART = new HostSpec();

  private static final long SECOND = 1_000_000_000_000L;

  /** Lowest rate at which filling the largest memory takes fewer picoseconds than a long holds. */
  private static final long SLOWEST = 1_000_000;

  private static final long MOST = 1L << 24;

  private HostSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    time(keys, "host.launch", "from a launch call to the first work-group, device idle");
    time(keys, "host.back_to_back", "from the end of a kernel to the start of the next queued one");
    time(keys, "host.submit", "host time of a launch call");
    time(keys, "host.synchronize", "host time to notice that the device is done");
    time(keys, "host.transfer", "fixed cost of a transfer");
    keys.key("host.pinned", RATE, "page-locked transfers")
        .between(SLOWEST, 1L << 42)
        .key("host.pageable", RATE, "pageable transfers")
        .between(SLOWEST, 1L << 42)
        .key("host.staging", BYTES, "largest pageable transfer that is staged")
        .between(0, 1L << 30)
        .optional()
        .key("host.staged", RATE, "pageable transfers through a buffer")
        .between(SLOWEST, 1L << 42)
        .optional()
        .key("host.fill", RATE, "device memset")
        .between(SLOWEST, 1L << 44)
        .key("host.copy", RATE, "device-to-device copy, bytes copied")
        .between(SLOWEST, 1L << 44)
        .key(
            HostCosts.COPY_ENGINES,
            COUNT,
            "engines that transfer beside kernels: 0 none, 1 both directions in turn, 2 one each")
        .between(0, 2)
        .optional()
        .key(HostCosts.COPY_BUFFER, BYTES, "bytes of an engine between bus and memory")
        .between(4096, MOST)
        .optional()
        .key(
            HostCosts.PAGEABLE_ASYNC,
            FLAG,
            "whether a pageable transfer in a stream lets the host go on")
        .between(0, 1)
        .optional()
        .key(
            HostCosts.QUEUES,
            COUNT,
            "hardware queues of launches; each runs one at a time, beside those of the others")
        .between(1, 64)
        .optional();
  }

  private static void time(SpecSchema.Builder keys, String path, String what) {
    keys.key(path, TIME, what).between(0, SECOND);
  }
}
