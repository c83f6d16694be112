// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.dram.mapping.DramGeometry;
import io.lockstep.parts.dram.mapping.DramMapping;
import io.lockstep.parts.dram.mapping.PermutedBanks;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Where linear memory lies (envytools, g80-vram: blocks of 256 bytes, modulo the partitions). */
class PartitionMapTest {
  private final DramMapping gtx280 = map(8);
  private final DramMapping gtx8800 = map(6);

  private static DramMapping map(int partitions) {
    return new PermutedBanks().mapping(new DramGeometry(partitions, 256, 8, 2048));
  }

  @Test
  @DisplayName("consecutive blocks of 256 bytes go to consecutive partitions, modulo any count")
  void consecutiveBlocksOf256BytesGoToConsecutivePartitionsModuloAnyCount() {
    for (int block = 0; block < 48; block++) {
      assertThat(gtx280.channel(256L * block)).isEqualTo(block % 8);
      assertThat(gtx280.channel(256L * block + 255)).isEqualTo(block % 8);
      assertThat(gtx8800.channel(256L * block)).isEqualTo(block % 6);
    }
  }

  @Test
  @DisplayName("camping: a column of a 2048-wide float matrix lives in one of eight partitions")
  void campingAColumnOfA2048WideFloatMatrixLivesInOneOfEight() {
    Set<Integer> column = new HashSet<>();
    Set<Integer> padded = new HashSet<>();
    for (int row = 0; row < 2048; row++) {
      column.add(gtx280.channel(row * 8192L));
      padded.add(gtx280.channel(row * (8192L + 256)));
    }
    assertThat(column).containsExactly(0);
    assertThat(padded).hasSize(8);
  }

  @Test
  @DisplayName(
      "the same column spreads over six partitions as far as 32 blocks and 6 share factors")
  void campingOnSix() {
    Set<Integer> column = new HashSet<>();
    for (int row = 0; row < 2048; row++) {
      column.add(gtx8800.channel(row * 8192L));
    }
    assertThat(column).containsExactlyInAnyOrder(0, 2, 4);
  }

  @Test
  @DisplayName("a row of 2 KiB holds eight of a partition's blocks, then the next bank follows")
  void aRowOf2KiBHoldsEightOfAPartitionsBlocksThenTheNext() {
    long perRow = 8 * 256 * 8; // eight blocks in each of eight partitions
    assertThat(gtx280.bank(perRow - 1)).isZero();
    assertThat(gtx280.bank(perRow)).isEqualTo(1);
    assertThat(gtx280.row(perRow * 8 - 1)).isZero();
    assertThat(gtx280.row(perRow * 8)).isEqualTo(1);
  }

  @Test
  @DisplayName("rows reorder the banks: what lies a multiple of all banks apart is in another one")
  void rowsReorderTheBanks() {
    long allBanks = 8 * 2048 * 8; // of eight partitions
    Set<Integer> banks = new HashSet<>();
    for (int row = 0; row < 8; row++) {
      assertThat(gtx280.row(allBanks * row)).isEqualTo(row);
      banks.add(gtx280.bank(allBanks * row));
    }
    assertThat(banks).hasSize(8);
  }
}
