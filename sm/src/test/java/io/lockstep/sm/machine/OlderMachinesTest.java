// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lockstep.sm.occupancy.SmOccupancy;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The machines of the tests keep what is published of the chips that they are like. */
class OlderMachinesTest {
  private static final OlderProvider PROVIDER = new OlderProvider();
  private static final String FLOATS = "fma.rn.f32 %f#, %f0, %f0, %f0;";
  private static final String CHAIN = "fma.rn.f32 %f1, %f1, %f1, %f0;";
  private static final String SPECIAL = "rsqrt.approx.f32 %f#, %f0;";
  private static final String PAIR = FLOATS + "\nxor.b32 %r#, %r5, %r2;";
  private static final String BEFORE = "mov.f32 %f1, %f0; mov.f32 %f20, %f0;";

  /** CUDA C Programming Guide, results a clock and multiprocessor of 2.0 and 6.0. */
  @ParameterizedTest
  @CsvSource({"gtx480, 32, 4, 18", "p100, 64, 16, 6"})
  @DisplayName("floats and special functions a clock, and the latency of dependent ones")
  void ratesAreThoseOfTheProgrammingGuide(String id, double floats, double special, int latency) {
    OlderBoard board = new OlderBoard(id);
    assertThat(board.perClock(BEFORE, FLOATS, 16)).isCloseTo(floats, within(0.03 * floats));
    assertThat(board.perClock(BEFORE, SPECIAL, 16)).isCloseTo(special, within(0.03 * special));
    assertThat(board.clocksPerLine(1, 32, BEFORE, CHAIN, "%f1")).isCloseTo(latency, within(0.1));
  }

  @Test
  @DisplayName("a scheduler of 2.0 issues an instruction every second shader clock, to any pipe")
  void aSchedulerOfTheOldestIssuesEverySecondClock() {
    OlderBoard board = new OlderBoard("gtx480");
    assertThat(board.clocksPerLine(1, 32, BEFORE, FLOATS, "%r5")).isCloseTo(2, within(0.1));
    assertThat(board.clocksPerLine(1, 32, BEFORE, PAIR, "%r5")).isCloseTo(4, within(0.1));
    assertThat(board.clocksPerLine(1, 64, BEFORE, PAIR, "%r5")).isCloseTo(4, within(0.1));
  }

  @Test
  @DisplayName("a scheduler with two dispatch ports issues two independent instructions at once")
  void twoIndependentInstructionsIssueAtOnce() {
    OlderBoard two = new OlderBoard("p100");
    OlderBoard one = new OlderBoard("p100", "issue.dispatches=1");
    assertThat(two.clocksPerLine(1, 32, BEFORE, PAIR, "%r5")).isCloseTo(1, within(0.05));
    assertThat(one.clocksPerLine(1, 32, BEFORE, PAIR, "%r5")).isCloseTo(2, within(0.05));
    String dependent = "add.f32 %f1, %f1, %f0;\nmul.f32 %f1, %f1, %f0;";
    assertThat(two.clocksPerLine(1, 32, BEFORE, dependent, "%f1")).isCloseTo(12, within(0.1));
  }

  /** Fermi whitepaper: 64 KiB, of which shared memory has 16 or 48. */
  @ParameterizedTest
  @CsvSource({
    "0, 1, 48",
    "1024, 8, 48",
    "12288, 1, 48",
    "16384, 1, 48",
    "16385, 1, 16",
    "49152, 1, 16"
  })
  @DisplayName("the L1 has what a kernel's shared memory leaves of 64 KiB: 48 or 16")
  void theL1HasWhatSharedMemoryLeaves(int shared, int blocks, int left) {
    DeviceSpec spec = PROVIDER.spec("gtx480");
    SmOccupancy rules = new SmOccupancy(spec);
    assertThat(rules.cache(256, shared, blocks)).isEqualTo(left * 1024L);
  }

  /** CUDA Runtime API, cudaFuncSetCacheConfig: a kernel prefers the L1 or shared memory. */
  @ParameterizedTest
  @CsvSource({
    "none, 16/48KiB, 6100, 8, 16",
    "l1, 16/48KiB, 6100, 2, 48",
    "shared, 16/48KiB, 6100, 8, 16",
    "shared, 16/48KiB, 0, 8, 16",
    "none, 0/16KiB, 6100, 2, 48",
    "l1, 16/32/48KiB, 20000, 1, 32",
    "l1, 16/32/48KiB, 40000, 1, 16"
  })
  @DisplayName("the preference decides between blocks that are resident and bytes of the L1")
  void thePreferenceDividesTheStorage(
      String preference, String sizes, int shared, int blocks, int left) {
    Map<String, String> changed = Map.of("lds.preference", preference, "lds.sizes", sizes);
    SmOccupancy rules = new SmOccupancy(PROVIDER.spec("gtx480").with(changed));
    int resident = rules.fit(rules.needs(64, 20, shared)).groups();
    assertThat(resident).isEqualTo(blocks);
    assertThat(rules.cache(64, shared, resident)).isEqualTo(left * 1024L);
  }

  @Test
  @DisplayName("shared memory of its own takes nothing of the L1")
  void sharedMemoryOfItsOwnTakesNothingOfTheL1() {
    DeviceSpec spec = PROVIDER.spec("p100");
    SmOccupancy rules = new SmOccupancy(spec);
    assertThat(rules.cache(1024, 48 * 1024, 1)).isEqualTo(24 * 1024);
  }

  /** Of 2.0 by the vendor's sheet, of 6.0 as cuda_occupancy.h of CUDA 13.0 gives them. */
  @ParameterizedTest
  @CsvSource({
    "gtx480, 256, 20, 0, 6",
    "gtx480, 256, 21, 0, 5",
    "gtx480, 192, 21, 0, 7",
    "gtx480, 512, 22, 0, 2",
    "gtx480, 1024, 33, 0, 0",
    "gtx480, 128, 63, 0, 4",
    "gtx480, 64, 40, 6100, 8",
    "gtx480, 256, 16, 12289, 3",
    "p100, 256, 33, 0, 6",
    "p100, 1024, 64, 0, 1",
    "p100, 128, 24, 3072, 16",
    "p100, 128, 40, 6100, 10",
    "p100, 64, 20, 0, 32",
    "p100, 320, 31, 12288, 5",
    "p100, 256, 32, 16640, 3",
    "p100, 160, 56, 8193, 7"
  })
  @DisplayName("resident blocks are those of the vendor's calculators")
  void residentBlocks(String id, int threads, int registers, int shared, int blocks) {
    SmOccupancy rules = new SmOccupancy(PROVIDER.spec(id));
    assertThat(rules.fit(rules.needs(threads, registers, shared)).groups()).isEqualTo(blocks);
  }
}
