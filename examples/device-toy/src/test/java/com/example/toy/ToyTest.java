package com.example.toy;

import io.lockstep.spi.DeviceProvider;
import io.lockstep.tck.CheckContract;
import io.lockstep.tck.DeviceKit;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** The device passes every contract of Lockstep's kit, and does what its specification declares. */
class ToyTest extends DeviceKit {
  @Override
  protected DeviceProvider provider() {
    return new ToyProvider();
  }

  /** Parameters that change no result of the kit's workloads, and why. */
  @Override
  protected Map<String, String> withoutEffect() {
    return Map.of(
        "dispatch.window", "all units are of one domain, where only the first group is looked at",
        "issue.group", "of issue.policy=two_level alone",
        "atomics.lanes", "an atomic access of a wavefront is one operation a line",
        "memory.base_address", "rows and banks begin at 0 wherever buffers do",
        "dram.trefi", "no refresh at 0, and none within the kit's kernels at the upper bound",
        "dram.trfc", "no refresh: dram.trefi is 0",
        "dram.refresh_idle", "no refresh: dram.trefi is 0");
  }

  /** What {@code lockstep check} shows is what the specification declares. */
  @Nested
  @DisplayName("check")
  class Check extends CheckContract {
    @Override
    protected DeviceProvider provider() {
      return new ToyProvider();
    }
  }
}
