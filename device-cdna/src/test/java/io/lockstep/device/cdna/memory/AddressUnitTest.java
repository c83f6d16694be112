package io.lockstep.device.cdna.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RRZE gpu-strides on an MI210: clocks of one wavefront's 32-bit load by stride in elements. */
class AddressUnitTest {
  private final AddressUnit unit = new AddressUnit(16, 64);

  private int strided(int elements) {
    Access a = new Access();
    a.setAffine(-1L, 64, 4, 4096, 4L * elements);
    return unit.clocks(a);
  }

  private int scattered(int bytes, LongUnaryOperator address) {
    Access a = new Access();
    for (int lane = 0; lane < 64; lane++) {
      a.addresses()[lane] = address.applyAsLong(lane);
    }
    a.setScattered(-1L, 64, bytes);
    return unit.clocks(a);
  }

  @ParameterizedTest(name = "stride {0}: {1} clocks")
  @CsvSource({
    "0, 4", "1, 4", "2, 32", "3, 16", "4, 64", "5, 28", "6, 32", "8, 64", "12, 64", "15, 48",
    "16, 64", "17, 48", "31, 48", "32, 64", "33, 48", "64, 64"
  })
  void stridesTakeThePublishedClocks(int stride, int clocks) {
    assertThat(strided(stride)).isEqualTo(clocks);
  }

  @Test
  @DisplayName("every stride up to 64 follows the published classes")
  void everyStrideUpTo64FollowsThePublishedClasses() {
    for (int s = 4; s <= 64; s++) {
      int expected = s % 4 == 0 ? 64 : s % 2 == 0 ? 32 : s % 16 == 1 || s % 16 == 15 ? 48 : 28;
      assertThat(strided(s)).as("stride %d", s).isEqualTo(expected);
    }
  }

  @Test
  @DisplayName("the same lanes by address and by formula cost the same")
  void affineEqualsScattered() {
    for (int s = 0; s <= 40; s++) {
      int stride = s;
      assertThat(scattered(4, lane -> 4096 + 4L * stride * lane)).isEqualTo(strided(s));
    }
  }

  @Test
  @DisplayName("consecutive dwords off a line's start: each quarter is two passes")
  void consecutiveDwordsOffALinesStart() {
    assertThat(scattered(4, lane -> 4100 + 4 * lane)).isEqualTo(8);
  }

  @Test
  @DisplayName("runs of eight dwords: one pass a run")
  void runsOfEight() {
    assertThat(scattered(4, lane -> lane / 8 * 4096 + lane % 8 * 4)).isEqualTo(8);
  }

  @Test
  @DisplayName("runs of two dwords fall to two lanes a clock")
  void runsOfTwo() {
    assertThat(scattered(4, lane -> lane / 2 * 4096 + lane % 2 * 4)).isEqualTo(32);
  }

  @Test
  @DisplayName("64-bit loads move 32 bytes a clock at best, 128-bit loads 64 (RRZE README)")
  void wideElements() {
    assertThat(scattered(8, lane -> 4096 + 8 * lane)).isEqualTo(16);
    assertThat(scattered(16, lane -> 4096 + 16 * lane)).isEqualTo(16);
  }

  @Test
  void wideLanesThatAreNotContiguousTakeAQuadAClockTooWhereTheyDoNotConflict() {
    for (int bytes = 8; bytes <= 16; bytes *= 2) {
      int each = bytes;
      assertThat(scattered(bytes, lane -> 4096)).isEqualTo(16);
      assertThat(scattered(bytes, lane -> 4096 + 3L * each * lane)).isEqualTo(16);
      assertThat(scattered(bytes, lane -> 4096 + each + (long) each * lane)).isEqualTo(16);
      assertThat(scattered(bytes, lane -> 4096 + 32L * each * (lane / 4) + lane % 4 * each))
          .isEqualTo(16);
    }
  }

  @Test
  void wideLanesTakeAQuadAClockAtEveryOddStrideAndConflictAtEvenOnes() {
    for (int s = 1; s <= 64; s++) {
      int stride = s;
      int expected = s % 2 == 1 ? 16 : s % 4 == 2 ? 32 : 64;
      assertThat(scattered(8, lane -> 4096 + 8L * stride * lane)).isEqualTo(expected);
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
  void aUnitOfTwiceTheLanesAndWidthTakesHalfThePasses() {
    AddressUnit wide = new AddressUnit(32, 128);
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
    AddressUnit narrow = new AddressUnit(16, 32);
    Access a = new Access();
    a.setAffine(-1L, 64, 4, 4096, 4);
    assertThat(narrow.clocks(a)).isEqualTo(8);
  }
}
