package io.lockstep.parts.region;

import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Ideal;
import java.util.Optional;

/**
 * Region memory and its network.
 *
 * @param bytes of the memory; 0 if only barriers of launches exist
 * @param banks that perform an operation of one lane each in a tick
 * @param requestTicks from a compute unit to the memory, at least 1
 * @param responseTicks back, at least 1
 */
public record RegionConfig(int bytes, int banks, long requestTicks, long responseTicks) {
  /**
   * Reads figures.
   *
   * @param f those of {@link RegionSpec}
   * @return the configuration; empty if the device has no region memory
   */
  public static Optional<RegionConfig> of(Figures f) {
    if (f.optional(RegionSpec.LATENCY).isEmpty()) {
      return Optional.empty();
    }
    long way = f.value(RegionSpec.LATENCY) - 1; // a tick in the memory
    boolean ideal = f.ideals().has(Ideal.MEMORY_LATENCY); // the minimum latency of a port
    return Optional.of(
        new RegionConfig(
            Math.toIntExact(f.optional(RegionSpec.SIZE).orElse(0)),
            Math.toIntExact(f.optional(RegionSpec.BANKS).orElse(1)),
            ideal ? 1 : way / 2,
            ideal ? 1 : way - way / 2));
  }
}
