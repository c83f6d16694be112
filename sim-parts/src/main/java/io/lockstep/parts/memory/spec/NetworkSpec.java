// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory.spec;

import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/** Declares the figures of the network to the second level: {@link NetworkConfig}. */
public final class NetworkSpec implements Part {
  /** The only instance. */
  public static final Part PART = new NetworkSpec();

  private NetworkSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.part(MemorySpec.FIGURES.section("network"));
  }
}
