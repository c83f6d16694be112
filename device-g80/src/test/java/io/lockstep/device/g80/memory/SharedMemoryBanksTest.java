// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule.Operation;
import java.util.Random;
import java.util.function.IntToLongFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The patterns of CUDA Programming Guide 1.1, section 5.1.2.5, as passes of one half-warp. */
class SharedMemoryBanksTest {
  private final SharedMemoryBanks banks = new SharedMemoryBanks(16, 2, 16);

  private int passes(int bytes, IntToLongFunction address) {
    Access access = Transactions.scattered(16, bytes, address);
    access.window(0, 16);
    return banks.passes(access);
  }

  @ParameterizedTest(name = "word[{0} * tid]: {1} passes")
  @CsvSource({"1, 1", "3, 1", "17, 1", "0, 1", "2, 2", "4, 4", "8, 8", "16, 16", "32, 16", "6, 2"})
  void stridesTakeTheirPassesThroughTheBanks(int words, int passes) {
    assertThat(passes(4, lane -> 4L * words * lane)).isEqualTo(passes);
    Access affine = new Access();
    affine.setAffine(0xFFFF, 16, 4, 0, 4L * words);
    affine.window(0, 16);
    assertThat(banks.passes(affine)).isEqualTo(passes);
  }

  @Test
  @DisplayName("word[tid / 2]: one word broadcast a pass, the others by bank: two passes")
  void pairsOfLanesOnOneWordTakeTwoPasses() {
    assertThat(passes(4, lane -> 4L * (lane / 2))).isEqualTo(2);
  }

  @Test
  @DisplayName("byte[tid]: four lanes a word, one word broadcast a pass: four passes")
  void bytesTakeFourPasses() {
    assertThat(passes(1, lane -> lane)).isEqualTo(4);
  }

  @Test
  @DisplayName("double[tid]: two requests of 32 bits, each a two-way conflict: four passes")
  void doublesAreTwoRequestsOf32Bits() {
    assertThat(passes(8, lane -> 8L * lane)).isEqualTo(4);
  }

  @Test
  @DisplayName("float4[tid]: four requests, each a four-way conflict")
  void float4IsFourRequestsWithFourWayConflictsEach() {
    assertThat(passes(16, lane -> 16L * lane)).isEqualTo(16);
  }

  @Test
  @DisplayName(
      "a warp without conflicts takes four clocks, and lanes of different halves never meet")
  void aWarpWithoutConflictsTakesFourClocks() {
    Access access = new Access();
    access.setAffine(0xFFFF_FFFFL, 32, 4, 0, 4);
    assertThat(banks.clocks(access, Operation.LOAD)).isEqualTo(4);
    assertThat(banks.conflictFree(access)).isEqualTo(4);
    Access halves = Transactions.scattered(32, 4, lane -> lane < 16 ? 4L * lane : 64L * 16);
    assertThat(banks.clocks(halves, Operation.STORE)).isEqualTo(4);
    assertThat(halves.lanes()).isEqualTo(32);
  }

  @Test
  @DisplayName("a half-warp without an active lane takes no pass")
  void idleHalf() {
    Access access = new Access();
    access.setAffine(0x0000_00FFL, 32, 4, 0, 64);
    assertThat(banks.clocks(access, Operation.LOAD)).isEqualTo(2 * 8);
    assertThat(banks.conflictFree(access)).isEqualTo(2);
  }

  @Property(tries = 2000)
  @Label("the closed form of a stride is the rule as written, for any power of two of banks")
  void closedForm(
      @ForAll @IntRange(min = 0, max = 5) int bankBits,
      @ForAll @IntRange(min = 0, max = 4) int size,
      @ForAll @IntRange(min = 0, max = 200) int origin,
      @ForAll @IntRange(min = -40, max = 80) int stride) {
    int bytes = 1 << size;
    SharedMemoryBanks rule = new SharedMemoryBanks(1 << bankBits, 2, 16);
    Access access = new Access();
    access.setAffine(0xFFFF, 16, bytes, 16384 + (long) origin * bytes, (long) stride * bytes);
    access.window(0, 16);
    assertThat(rule.passes(access)).isEqualTo(rule.byLane(access, 0xFFFF, Math.max(1, bytes / 4)));
  }

  @Test
  void noAccessTakesFewerClocksThanWithoutConflicts() {
    Random random = new Random(74);
    for (int k = 0; k < 20_000; k++) {
      int bytes = 1 << random.nextInt(5);
      long step = bytes * (long) random.nextInt(3);
      int spread = 1 + random.nextInt(64);
      Access a =
          Transactions.scattered(
              32, bytes, lane -> step * lane + (long) bytes * random.nextInt(spread));
      for (Operation operation : Operation.values()) {
        int clocks = banks.clocks(a, operation);
        assertThat(clocks).as("%s %s", k, operation).isGreaterThanOrEqualTo(banks.conflictFree(a));
      }
    }
  }
}
