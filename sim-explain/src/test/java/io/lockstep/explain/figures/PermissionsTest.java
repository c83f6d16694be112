// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.explain.SmallRuns;
import io.lockstep.spi.spec.DeviceSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which figures permit programs, and to which group of figures the others belong. */
class PermissionsTest {
  private static final DeviceSpec FROM = SmallRuns.side("gtx280").spec();

  @Test
  void aCapacityPermitsAndTheWiderOneIsTaken() {
    DeviceSpec to = FROM.with("dram.capacity", "4GiB");
    assertThat(Permissions.isOne(FROM, to, "dram.capacity")).isTrue();
    assertThat(Permissions.wider(FROM, to, "dram.capacity")).isSameAs(to);
    assertThat(Permissions.wider(to, FROM, "dram.capacity")).isSameAs(to);
    assertThat(Permissions.wider(FROM, FROM, "dram.capacity")).isSameAs(FROM);
  }

  @Test
  void anAmountThatIsNoLimitPermitsNothing() {
    DeviceSpec to = FROM.with("dram.clock", "*0.5");
    assertThat(Permissions.isOne(FROM, to, "dram.clock")).isFalse();
    assertThat(Permissions.isLargest("dram.clock")).isFalse();
    assertThat(Permissions.isLargest("unit.group_size")).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "gtx280, unit.count, units",
    "gtx280, unit.per_cluster, units",
    "gtx280, unit.wavefront, issue",
    "gtx280, issue.latency, issue",
    "gtx280, dram.clock, DRAM bandwidth",
    "hd5870, dram.tccd_l, DRAM bandwidth",
    "mi100, dram.load_to_use, DRAM latency",
    "gtx280, lds.latency, LDS",
    "hd5870, l2.latency, L2",
    "gtx280, network.request_latency, request path",
    "gtx280, host.launch, host",
    "gtx280, texture.sharing, texture"
  })
  void aFigureBelongsToThePartThatItsPathNames(String device, String path, String group) {
    DeviceSpec from = SmallRuns.side(device).spec();
    DeviceSpec to = from.with("dram.clock", "*0.5");
    assertThat(new GroupNames(from, to).of(path)).isEqualTo(group);
  }
}
