// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.spec;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.BYTES_PER_CYCLE;
import static io.lockstep.spi.spec.Dimension.CYCLES;

import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/** Declares the figures of the network to the second level: {@link NetworkConfig}. */
public final class NetworkSpec implements Part {
  /** The only instance. */
  public static final Part PART = new NetworkSpec();

  private NetworkSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.key("network.request_latency", CYCLES, "compute unit to slice")
        .between(1, 100_000)
        .key("network.response_latency", CYCLES, "slice to compute unit")
        .between(1, 100_000)
        .key(
            "network.request_rate",
            BYTES_PER_CYCLE,
            "bytes out of a compute unit, headers included")
        .between(1000, 1 << 20)
        .key(
            "network.response_rate", BYTES_PER_CYCLE, "bytes into a compute unit, headers included")
        .between(1, 1 << 20)
        .key("network.header", BYTES, "a message without data")
        .between(0, 256);
  }
}
