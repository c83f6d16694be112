package io.lockstep.device.g80.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Where linear memory lies (envytools, g80-vram: blocks of 256 bytes, modulo the partitions). */
class PartitionMapTest {
  private final PartitionMap gtx280 = new PartitionMap(8, 256, 2048, 8);
  private final PartitionMap gtx8800 = new PartitionMap(6, 256, 2048, 8);

  @Test
  @DisplayName("consecutive blocks of 256 bytes go to consecutive partitions, modulo any count")
  void blocks() {
    for (int block = 0; block < 48; block++) {
      assertThat(gtx280.channel(256L * block)).isEqualTo(block % 8);
      assertThat(gtx280.channel(256L * block + 255)).isEqualTo(block % 8);
      assertThat(gtx8800.channel(256L * block)).isEqualTo(block % 6);
    }
  }

  @Test
  @DisplayName("camping: a column of a 2048-wide float matrix lives in one of eight partitions")
  void camping() {
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
  void rows() {
    long perRow = 8 * 256 * 8; // eight blocks in each of eight partitions
    assertThat(gtx280.bank(perRow - 1)).isZero();
    assertThat(gtx280.bank(perRow)).isEqualTo(1);
    assertThat(gtx280.row(perRow * 8 - 1)).isZero();
    assertThat(gtx280.bank(perRow * 8)).isZero();
    assertThat(gtx280.row(perRow * 8)).isEqualTo(1);
  }

  @Property
  @Label("no two blocks share partition, bank, row and place in the row")
  void injective(
      @ForAll @IntRange(min = 1, max = 12) int partitions,
      @ForAll @LongRange(min = 0, max = 1 << 20) long a,
      @ForAll @LongRange(min = 0, max = 1 << 20) long b) {
    PartitionMap map = new PartitionMap(partitions, 256, 2048, 8);
    assertThat(place(map, a).equals(place(map, b))).isEqualTo(a == b);
  }

  private static String place(PartitionMap map, long block) {
    long address = block * map.blockBytes();
    long column = block / map.partitions() * map.blockBytes() % map.rowBytes();
    return map.channel(address) + "/" + map.bank(address) + "/" + map.row(address) + "/" + column;
  }
}
