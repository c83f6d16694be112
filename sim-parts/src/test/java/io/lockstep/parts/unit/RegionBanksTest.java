// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import java.util.Arrays;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegionBanksTest {
  private final RegionBanks banks = new RegionBanks(32);
  private final Access access = new Access();

  @ParameterizedTest
  @CsvSource({
    "4, 2, 2", // neighbours: a cycle for each half of the wavefront
    "0, 2, 64", // one word: a read is shared, atomics take turns
    "128, 64, 64", // one bank
    "8, 4, 4" // every other bank
  })
  void aWavefrontTakesAsLongAsTheBusiestBankOfEachHalf(int stride, int moves, int atomics) {
    access.setAffine(-1L, 64, 4, 256, stride);
    assertThat(banks.cycles(access, false)).isEqualTo(moves);
    assertThat(banks.cycles(access, true)).isEqualTo(atomics);
  }

  @Property(tries = 200)
  void cyclesAreTheMostLanesOnABankSummedOverTheHalves(
      @ForAll long mask, @ForAll @Size(64) int[] numbers) {
    int[] words = Arrays.stream(numbers).map(n -> Math.floorMod(n, 200)).toArray();
    access.setScattered(mask, 64, 4);
    for (int lane = 0; lane < 64; lane++) {
      access.addresses()[lane] = 4L * words[lane];
    }
    int turns = 0;
    int reads = 0;
    for (int half = 0; half < 2; half++) {
      int first = 32 * half;
      int[] active =
          IntStream.range(first, first + 32)
              .filter(l -> (mask >>> l & 1) != 0)
              .map(l -> words[l])
              .toArray();
      turns += most(active);
      reads += most(Arrays.stream(active).distinct().toArray());
    }
    assertThat(banks.cycles(access, true)).isEqualTo(turns);
    assertThat(banks.cycles(access, false)).isEqualTo(reads);
  }

  private static int most(int[] words) {
    int[] load = new int[32];
    Arrays.stream(words).forEach(w -> load[w % 32]++);
    return Arrays.stream(load).max().getAsInt();
  }
}
