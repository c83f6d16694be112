// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * RRZE gpu-strides on an MI210: clocks of a wavefront's load by stride in elements, on average of
 * its loads, which begin one element after the other.
 */
class AddressUnitTest {
  private static final int LOADS = 8;
  private final AddressUnit unit = new AddressUnit(16, 64, 4, 4);

  /** Clocks of eight loads, element after element, of one lane's place. */
  private double loads(AddressUnit of, int bytes, LongUnaryOperator element) {
    int clocks = 0;
    for (int load = 0; load < LOADS; load++) {
      int from = load;
      clocks += clocks(of, bytes, lane -> 4096 + bytes * (element.applyAsLong(lane) + from));
    }
    return (double) clocks / LOADS;
  }

  private double strided(int bytes, int elements) {
    return loads(unit, bytes, lane -> (long) elements * lane);
  }

  private int clocks(AddressUnit of, int bytes, LongUnaryOperator address) {
    Access a = new Access();
    for (int lane = 0; lane < 64; lane++) {
      a.addresses()[lane] = address.applyAsLong(lane);
    }
    a.setScattered(-1L, 64, bytes);
    return of.clocks(a);
  }

  private int clocks(int bytes, LongUnaryOperator address) {
    return clocks(unit, bytes, address);
  }

  @ParameterizedTest(name = "stride {0}: {1} clocks")
  @CsvSource({
    "0, 4", "1, 4", "2, 32", "3, 16", "4, 64", "5, 28", "6, 32", "8, 64", "12, 64", "15, 48",
    "16, 64", "17, 48", "31, 48", "32, 64", "33, 48", "64, 64"
  })
  void stridesOfFloatsTakeThePublishedClocks(int stride, double clocks) {
    assertThat(strided(4, stride)).isEqualTo(clocks);
  }

  @Test
  @DisplayName("every stride of floats up to 64 follows the published classes")
  void everyStrideUpTo64FollowsThePublishedClasses() {
    for (int s = 4; s <= 64; s++) {
      double expected = s % 4 == 0 ? 64 : s % 2 == 0 ? 32 : s % 16 == 1 || s % 16 == 15 ? 48 : 28;
      assertThat(strided(4, s)).as("stride %d", s).isEqualTo(expected);
    }
  }

  @ParameterizedTest(name = "stride {0}: {1} clocks")
  @CsvSource({"1, 16", "2, 16", "4, 32", "15, 32"})
  void stridesOfDoublesTakeThePublishedClocks(int stride, double clocks) {
    assertThat(strided(8, stride)).isEqualTo(clocks);
  }

  @ParameterizedTest(name = "blocks of {0}: 4 clocks")
  @CsvSource({"16", "64"})
  void runsOfFloatsThatBeginAnywhereTakeThePublishedClocks(int width) {
    for (int wavefront = 0; wavefront < 16; wavefront++) {
      int first = 64 * wavefront;
      double clocks =
          loads(unit, 4, lane -> (first + lane) / width * 4098 + (first + lane) % width);
      assertThat(clocks).as("wavefront %d", wavefront).isEqualTo(4);
    }
  }

  @Test
  @DisplayName("the same lanes by address and by formula cost the same")
  void affineEqualsScattered() {
    for (AddressUnit of : new AddressUnit[] {unit, new AddressUnit(16, 64, 64, 0)}) {
      for (int bytes = 1; bytes <= 16; bytes *= 2) {
        for (int s = 0; s <= 80; s++) {
          for (int origin : new int[] {4096, 4100, 4104, 4160}) {
            int stride = s;
            Access a = new Access();
            a.setAffine(-1L, 64, bytes, origin, stride);
            assertThat(clocks(of, bytes, lane -> origin + (long) stride * lane))
                .as("%d bytes, stride %d from %d", bytes, s, origin)
                .isEqualTo(of.clocks(a));
          }
        }
      }
    }
  }

  @Test
  void runsOfEightTakeAPassEach() {
    assertThat(clocks(4, lane -> lane / 8 * 4096 + lane % 8 * 4)).isEqualTo(8);
  }

  @Test
  @DisplayName("runs of two dwords fall to two lanes a clock")
  void runsOfTwo() {
    assertThat(clocks(4, lane -> lane / 2 * 4096 + lane % 2 * 4)).isEqualTo(32);
  }

  @Test
  @DisplayName("64-bit loads move 32 bytes a clock at best, 128-bit loads 64 (RRZE README)")
  void wideElements() {
    assertThat(clocks(8, lane -> 4096 + 8 * lane)).isEqualTo(16);
    assertThat(clocks(16, lane -> 4096 + 16 * lane)).isEqualTo(16);
  }

  @Test
  void aQuadTakesAClockForEachDifferentRowOfItsFullestBank() {
    for (int bytes = 8; bytes <= 16; bytes *= 2) {
      for (int s = 0; s <= 40; s++) {
        long stride = 16L * s;
        int expected = s % 4 == 0 && s > 0 ? 64 : s % 4 == 2 ? 32 : 16;
        assertThat(clocks(bytes, lane -> 4096 + stride * lane)).isEqualTo(expected);
      }
    }
  }

  @Test
  void anElementInTwoRowsNeedsBoth() {
    assertThat(clocks(16, lane -> 4096 + 4 * lane)).isEqualTo(16);
    assertThat(clocks(16, lane -> 4100 + 16 * lane)).isEqualTo(32);
    assertThat(clocks(16, lane -> 4100 + 64 * lane)).isEqualTo(64);
    assertThat(clocks(12, lane -> 4096 + 12 * lane)).isEqualTo(16);
  }

  @Test
  void idleLanesOfAQuadNeedNothing() {
    Access a = new Access();
    for (int lane = 0; lane < 64; lane++) {
      a.addresses()[lane] = 4096L * lane;
    }
    for (int lanes = 1; lanes < 16; lanes++) {
      a.setScattered((long) lanes << 20, 64, 4);
      assertThat(unit.clocks(a)).isEqualTo(Integer.bitCount(lanes));
    }
  }

  @Test
  @DisplayName("quarters without active lanes cost nothing")
  void idleQuarters() {
    Access a = new Access();
    a.setAffine(0xFFFFL, 64, 4, 4096, 4);
    assertThat(unit.clocks(a)).isEqualTo(1);
  }

  @Test
  void withoutBanksOnlyColumnsOfDwordsConflict() {
    AddressUnit columns = new AddressUnit(16, 64, 4, 0);
    assertThat(loads(columns, 4, lane -> 17 * lane)).isEqualTo(16);
    assertThat(loads(columns, 4, lane -> 4 * lane)).isEqualTo(64);
    assertThat(loads(columns, 8, lane -> 15 * lane)).isEqualTo(16);
  }

  @Test
  void withPassesThatBeginAtLinesARunOffALinesStartTakesTwo() {
    AddressUnit aligned = new AddressUnit(16, 64, 64, 4);
    assertThat(clocks(aligned, 4, lane -> 4096 + 4 * lane)).isEqualTo(4);
    assertThat(clocks(aligned, 4, lane -> 4100 + 4 * lane)).isEqualTo(8);
    assertThat(clocks(aligned, 4, lane -> 4160 + 4 * lane)).isEqualTo(4);
  }

  @Test
  void aUnitOfTwiceTheLanesAndWidthTakesHalfThePasses() {
    AddressUnit wide = new AddressUnit(32, 128, 4, 4);
    for (boolean formula : new boolean[] {true, false}) {
      Access a = new Access();
      for (int lane = 0; lane < 64; lane++) {
        a.addresses()[lane] = 4096 + 4 * lane;
      }
      if (formula) {
        a.setAffine(-1L, 64, 4, 4096, 4);
      } else {
        a.setScattered(-1L, 64, 4);
      }
      assertThat(wide.clocks(a)).isEqualTo(wide.passes()).isEqualTo(2);
      assertThat(unit.clocks(a)).isEqualTo(unit.passes()).isEqualTo(4);
    }
  }

  @Test
  void aStretchThatIsNarrowerThanTheLanesTakesAPassEach() {
    AddressUnit narrow = new AddressUnit(16, 32, 4, 4);
    Access a = new Access();
    a.setAffine(-1L, 64, 4, 4096, 4);
    assertThat(narrow.clocks(a)).isEqualTo(8);
  }
}
