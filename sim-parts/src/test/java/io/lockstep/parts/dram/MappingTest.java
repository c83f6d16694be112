// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.dram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.parts.dram.mapping.BlockInterleaved;
import io.lockstep.parts.dram.mapping.DramGeometry;
import io.lockstep.parts.dram.mapping.DramMapping;
import io.lockstep.parts.dram.mapping.HashedChannels;
import io.lockstep.parts.dram.mapping.MappingPolicy;
import io.lockstep.parts.dram.mapping.PermutedBanks;
import io.lockstep.parts.dram.mapping.RowInterleaved;
import io.lockstep.parts.dram.mapping.RowsAboveBanks;
import io.lockstep.parts.memory.map.DeviceMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MappingTest {
  private static final List<MappingPolicy> ALL =
      List.of(
          new RowInterleaved(), new BlockInterleaved(), new PermutedBanks(), new HashedChannels());

  /** What MI300's mapping was before it had a name: stacks by pages, banks permuted. */
  private static long[] byPages(long address) {
    long stack = (address >>> 12) % 8;
    long local = ((address >>> 12) / 8 << 8) + address % 256;
    long row = local / 1024;
    return new long[] {stack * 16 + (address >>> 8) % 16, (row ^ row / 16) % 16, row / 16};
  }

  @Test
  void stacksTakePagesInTurnAndTheirChannelsBlocks() {
    DramMapping mapping =
        new PermutedBanks().mapping(new DramGeometry(128, 256, 16, 4096, 16, 1024));
    for (long address = 0; address < 1L << 34; address += 104_729) {
      assertThat(List.of(mapping.channel(address), mapping.bank(address)))
          .isEqualTo(List.of((int) byPages(address)[0], (int) byPages(address)[1]));
      assertThat(mapping.row(address)).isEqualTo(byPages(address)[2]);
    }
  }

  @Property(tries = 60)
  void everyRowHoldsAsManyBlocksAsItHasRoomForAndNoBlockIsTorn(
      @ForAll @IntRange(min = 1, max = 12) int channels,
      @ForAll @IntRange(min = 1, max = 9) int banks,
      @ForAll @IntRange(min = 7, max = 10) int interleave,
      @ForAll @IntRange(min = 8, max = 11) int row) {
    DramGeometry geometry = new DramGeometry(channels, 1 << interleave, banks, 1 << row);
    int block = Math.min(1 << interleave, 1 << row);
    long whole = (long) channels * banks * banks * banks << Math.max(row, interleave);
    for (MappingPolicy policy : ALL) {
      DramMapping mapping = policy.mapping(geometry);
      Map<List<Long>, Integer> blocks = new HashMap<>();
      for (long at = 0; at < whole; at += block) {
        List<Long> place = place(mapping, at);
        assertThat(place(mapping, at + block - 1)).as(policy.name()).isEqualTo(place);
        assertThat(place.get(0)).isBetween(0L, channels - 1L);
        assertThat(place.get(1)).isBetween(0L, banks - 1L);
        blocks.merge(place, 1, Integer::sum);
      }
      assertThat(blocks.values()).as(policy.name()).allMatch(n -> n <= (1 << row) / block);
      assertThat(blocks.size()).as(policy.name()).isLessThanOrEqualTo((int) (whole >>> row));
      assertThat((long) blocks.size() << row).as(policy.name()).isEqualTo(whole);
    }
  }

  private static List<Long> place(DramMapping m, long address) {
    return List.of((long) m.channel(address), (long) m.bank(address), m.row(address));
  }

  /** AMD's guide on the HD 5870: byte 7:0, channel 10:8, bank 14:11, the row above. */
  @Test
  void onCypressBitsAboveTheBankSelectTheRow() {
    DramMapping mapping = new RowsAboveBanks().mapping(new DramGeometry(8, 256, 16, 2048));
    for (int bit = 0; bit < 40; bit++) {
      List<Long> expected =
          List.of(
              bit >= 8 && bit < 11 ? 1L << bit - 8 : 0,
              bit >= 11 && bit < 15 ? 1L << bit - 11 : 0,
              bit < 15 ? 0 : 1L << bit - 15);
      assertThat(place(mapping, 1L << bit)).as("bit " + bit).isEqualTo(expected);
    }
  }

  @Test
  void fewerChannelsMoveTheBanksAndRowsDownByTheirBits() {
    DramMapping juniper = new RowsAboveBanks().mapping(new DramGeometry(4, 256, 16, 2048));
    assertThat(place(juniper, 1 << 9)).isEqualTo(List.of(2L, 0L, 0L));
    assertThat(place(juniper, 1 << 10)).isEqualTo(List.of(0L, 1L, 0L));
    assertThat(place(juniper, 1 << 14)).isEqualTo(List.of(0L, 0L, 1L));
  }

  @Test
  void rowsOfOneBankAboveBanksAreReachedByAStrideThatBlockInterleavedFindsOpen() {
    DramGeometry geometry = new DramGeometry(8, 256, 16, 2048);
    Map<String, Integer> rows = new HashMap<>();
    for (MappingPolicy policy : List.of(new BlockInterleaved(), new RowsAboveBanks())) {
      Set<List<Long>> places = new HashSet<>();
      for (long i = 0; i < 64; i++) {
        places.add(place(policy.mapping(geometry), i << 15));
      }
      rows.put(policy.name(), places.size());
    }
    assertThat(rows).isEqualTo(Map.of("block_interleaved", 8, "rows_above_banks", 64));
  }

  @Test
  void aStrideOfAllChannelsStaysOnOneUnlessChannelsAreHashed() {
    DramGeometry geometry = new DramGeometry(8, 256, 16, 2048);
    Map<String, Integer> reached = new HashMap<>();
    for (MappingPolicy policy : ALL) {
      Set<Integer> channels = new HashSet<>();
      for (int i = 0; i < 64; i++) {
        channels.add(policy.mapping(geometry).channel(2048L * i));
      }
      reached.put(policy.name(), channels.size());
    }
    assertThat(reached)
        .isEqualTo(
            Map.of(
                "row_interleaved", 1, "block_interleaved", 1, "permutation", 1, "channel_hash", 8));
  }

  @Test
  void aStrideOfAllRowsOfAChannelStaysInOneBankUnlessBanksArePermuted() {
    DramGeometry geometry = new DramGeometry(1, 256, 8, 2048);
    Map<String, Integer> reached = new HashMap<>();
    for (MappingPolicy policy : ALL) {
      Set<Integer> banks = new HashSet<>();
      for (int i = 0; i < 64; i++) {
        banks.add(policy.mapping(geometry).bank(8 * 2048L * i));
      }
      reached.put(policy.name(), banks.size());
    }
    assertThat(reached)
        .isEqualTo(
            Map.of(
                "row_interleaved", 1, "block_interleaved", 1, "permutation", 8, "channel_hash", 8));
  }

  @Test
  void aStrangersMappingIsAskedForWholeBlocksAndNamedWhereItsAnswerIsNone() {
    DramMapping stranger =
        new DramMapping() {
          @Override
          public int channel(long address) {
            return (int) (address >>> 8);
          }

          @Override
          public int bank(long address) {
            return address % 256 == 0 ? 1 : 0;
          }

          @Override
          public long row(long address) {
            return -1;
          }
        };
    DeviceMap map = new DeviceMap(stranger, new DramGeometry(4, 256, 2, 1024), 256);
    assertThat(map.channel(1023)).isEqualTo(3);
    assertThat(map.bank(1023)).isEqualTo(1);
    assertThatThrownBy(() -> map.channel(1024))
        .hasMessageContaining("MappingTest$1 chose channel 4 of 4");
    assertThatThrownBy(() -> map.row(0)).hasMessageContaining("chose row -1");
  }
}
