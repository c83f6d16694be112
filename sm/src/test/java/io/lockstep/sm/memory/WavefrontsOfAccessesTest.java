// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.ConflictFree;
import io.lockstep.parts.access.LocalMemoryRule.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WavefrontsOfAccessesTest {
  private final DataBanks banks = new DataBanks(2);
  private final WarpLines lines = new WarpLines(128, 32, 4);
  private final Access access = new Access();

  /** Counters of an A100: RRZE-HPC gpu-benches, gpu-strides, data of 2025-02-11. */
  @ParameterizedTest
  @CsvSource({
    "0, 1, 1",
    "1, 1, 1",
    "2, 2, 1.24",
    "3, 1, 1.62",
    "4, 4, 1.89",
    "5, 1, 2.19",
    "6, 2, 2.36",
    "8, 8, 2.83",
    "9, 1, 3.03",
    "12, 4, 3.57",
    "16, 16, 4.67",
    "17, 1, 5.1",
    "24, 8, 6.2",
    "29, 1, 8.0"
  })
  @DisplayName("wavefronts of strided loads: data as counted on an A100, tags within 3.7 %")
  void stridedLoadsTakeAsManyWavefrontsAsCounted(int stride, int data, double tags) {
    double sum = 0;
    int loads = 0;
    for (int start = 0; start < 64; start += 2) { // sets begin at multiples of 256 bytes
      for (int warp = 0; warp < 2; warp++) {
        for (int offset = 0; offset < 32; offset += 4) {
          long first = 128L * start + 4L * (32L * stride * warp + offset);
          access.setAffine(0xFFFFFFFFL, 32, 4, first, 4L * stride);
          assertThat(banks.clocks(access, Operation.LOAD)).isEqualTo(data);
          sum += lines.collect(access);
          loads++;
        }
      }
    }
    assertThat(sum / loads).isCloseTo(tags, Percentage.withPercentage(3.7));
  }

  @ParameterizedTest
  @CsvSource({"16, 0, 4096", "16, 5, 512", "8, 0, 36", "7, 3, 260"})
  @DisplayName(
      "rows of contiguous words have the same lines and wavefronts as their lanes one by one")
  void rowsHaveTheSameLinesAsTheirLanes(int lanes, int phase, int toNextRow) {
    long mask = 0xFF7FFF3FL;
    access.setRows(mask, 32, 4, 8192 + 40, 4, toNextRow, lanes, phase);
    List<String> rows = new ArrayList<>();
    int wavefronts = lines.collect(access);
    lines.sectors((address, bytes) -> rows.add(address + "+" + bytes));
    long[] each = access.addresses().clone();
    access.setScattered(mask, 32, 4);
    System.arraycopy(each, 0, access.addresses(), 0, each.length);
    List<String> single = new ArrayList<>();
    assertThat(lines.collect(access)).isEqualTo(wavefronts);
    lines.sectors((address, bytes) -> single.add(address + "+" + bytes));
    assertThat(rows).isEqualTo(single);
  }

  @Test
  @DisplayName("64-bit accesses pass in halves, 128-bit ones in quarters, without conflicts")
  void wideAccessesPassInParts() {
    for (int words = 1; words <= 4; words *= 2) {
      access.setAffine(0xFFFFFFFFL, 32, 4 * words, 4096, 4L * words);
      assertThat(banks.clocks(access, Operation.LOAD)).isEqualTo(words);
      assertThat(lines.collect(access)).isEqualTo(words);
    }
    access.setAffine(0xFFFFFFFFL, 32, 8, 4096, 16);
    assertThat(banks.clocks(access, Operation.LOAD)).isEqualTo(4);
  }

  @Test
  @DisplayName("a warp asks for the sectors that its lanes touch, neighbours together")
  void aWarpAsksForTheSectorsThatItsLanesTouch() {
    List<String> asked = new ArrayList<>();
    access.setAffine(0xFFFFFFFFL, 32, 4, 4096 + 16, 4);
    lines.collect(access);
    lines.sectors((address, bytes) -> asked.add(address + "+" + bytes));
    assertThat(asked).containsExactly("4096+128", "4224+32");
    asked.clear();
    access.setAffine(3, 32, 4, 4096, 64);
    lines.collect(access);
    lines.sectors((address, bytes) -> asked.add(address + "+" + bytes));
    assertThat(asked).containsExactly("4096+32", "4160+32");
  }

  @Test
  @DisplayName("four neighbouring lines from a multiple of four lie in different banks")
  void neighbouringLinesLieInDifferentBanks() {
    for (long line = 0; line < 256; line += 4) {
      long from = line;
      assertThat(List.of(0, 1, 2, 3).stream().map(k -> lines.bank(from + k)).distinct()).hasSize(4);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "8, 1, 0, 1", // all lanes read one address
    "16, 1, 0, 2",
    "8, 2, 8, 1", // pairs of lanes
    "16, 2, 16, 2",
    "16, 1, 16, 4", // no two lanes
    "8, 4, 8, 1", // lanes in fours
    "16, 2, 128, 16" // pairs, whose words lie in the same banks
  })
  @DisplayName("parts of a load whose neighbours have one address pass as one, of a store do not")
  void partsOfALoadWhoseNeighboursHaveOneAddressPassAsOne(
      int bytes, int lanes, int apart, int passes) {
    access.setScattered(0xFFFFFFFFL, 32, bytes);
    for (int lane = 0; lane < 32; lane++) {
      access.addresses()[lane] = (long) (lane / lanes) * apart;
    }
    assertThat(banks.clocks(access, Operation.LOAD)).isEqualTo(passes);
    assertThat(banks.clocks(access, Operation.STORE)).isGreaterThanOrEqualTo(bytes / 4);
  }

  @Test
  @DisplayName("ideal banks take no longer for joined parts than real ones")
  void idealBanksTakeNoLongerForJoinedParts() {
    access.setAffine(0xFFFFFFFFL, 32, 16, 4096, 0);
    assertThat(new DataBanks(1).clocks(access, Operation.LOAD)).as("switched off").isEqualTo(4);
    assertThat(new ConflictFree(banks).clocks(access, Operation.LOAD)).isEqualTo(2);
    assertThat(new ConflictFree(banks).clocks(access, Operation.STORE)).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @DisplayName("lanes that read the same address one or two lanes apart are joined")
  void lanesOneOrTwoApartAreJoined(int bit) {
    long firsts = bit == 1 ? 0x55555555L : 0x33333333L;
    for (long mask : new long[] {0xFFFFFFFFL, firsts}) {
      access.setScattered(mask, 32, 16);
      for (int lane = 0; lane < 32; lane++) {
        access.addresses()[lane] = 16L * Long.bitCount(firsts & (1L << (lane & ~bit)) - 1);
      }
      assertThat(banks.clocks(access, Operation.LOAD)).isEqualTo(2);
      assertThat(banks.clocks(access, Operation.STORE)).isEqualTo(4);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 8, 16})
  @DisplayName("passes are the most different words of a bank, part of the warp by part")
  void passesAreTheMostDifferentWordsOfABank(int bytes) {
    Random random = new Random(bytes);
    int lanes = Math.min(32, 128 / bytes);
    for (int trial = 0; trial < 500; trial++) {
      long mask = random.nextInt() & 0xFFFFFFFFL | 1;
      int range = 1 << 3 + random.nextInt(12);
      access.setScattered(mask, 32, bytes);
      for (int lane = 0; lane < 32; lane++) {
        access.addresses()[lane] = random.nextInt(range); // most are not aligned
      }
      int passes = 0;
      for (int from = 0; from < 32; from += lanes) {
        Map<Long, Set<Long>> words = new HashMap<>(); // by bank
        for (int lane = from; lane < from + lanes; lane++) {
          for (int b = 0; b < bytes && (mask >>> lane & 1) != 0; b++) {
            long word = access.addresses()[lane] + b >> 2;
            words.computeIfAbsent(word % 32, k -> new HashSet<>()).add(word);
          }
        }
        passes += words.values().stream().mapToInt(Set::size).max().orElse(0);
      }
      assertThat(banks.clocks(access, Operation.STORE)).isEqualTo(passes);
    }
  }
}
