package com.example.pair;

import io.lockstep.spi.DeviceProvider;
import io.lockstep.tck.CheckContract;
import io.lockstep.tck.DeviceKit;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** The device passes every contract of Lockstep's kit, and does what its specification declares. */
class PairTest extends DeviceKit {
  @Override
  protected DeviceProvider provider() {
    return new PairProvider();
  }

  /** Parameters that change no result of the kit's workloads, and why. */
  @Override
  protected Map<String, String> withoutEffect() {
    String refresh = "no refresh: dram.trefi is 0, or beyond the corpus";
    return Map.ofEntries(
        Map.entry("dispatch.window", "all units are of one domain"),
        Map.entry("issue.group", "of issue.policy=two_level alone"),
        Map.entry("l1.seed", "of l1.replacement=random alone"),
        Map.entry("l2.seed", "of l2.replacement=random alone"),
        Map.entry("l2.merges", "no units wait for the same line of the corpus"),
        Map.entry("atomics.lanes", "atomics of the corpus wait for their addresses"),
        Map.entry("memory.base_address", "channels, rows and banks begin at 0"),
        Map.entry(
            "l1.latency", "hits of the corpus are waited for beside misses, which take longer"),
        Map.entry("l1.merges", "waiters of the corpus find room for all entries together"),
        Map.entry("dram.drain_*", "no write queue of the corpus fills"),
        Map.entry("dram.twtr", "writes come long after reads, when lines are evicted"),
        Map.entry("dram.trefi", refresh),
        Map.entry("dram.trfc", refresh),
        Map.entry("dram.refresh_idle", refresh));
  }

  /** What {@code lockstep check} shows is what the specification declares. */
  @Nested
  @DisplayName("check")
  class Check extends CheckContract {
    @Override
    protected DeviceProvider provider() {
      return new PairProvider();
    }
  }
}
