// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.dram.mapping.DramGeometry;
import io.lockstep.parts.dram.mapping.RowsAboveBanks;
import io.lockstep.parts.memory.map.DeviceMap;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MemoryRulesTest {
  private final QuarterWavefrontCoalescing rule = new QuarterWavefrontCoalescing(16, 64);

  /** Transactions of a whole wavefront as "address+bytes". */
  private List<String> of(int bytes, long mask, LongUnaryOperator address) {
    Access access = new Access();
    for (int lane = 0; lane < 64; lane++) {
      access.addresses()[lane] = address.applyAsLong(lane);
    }
    access.setScattered(mask, 64, bytes);
    List<String> out = new ArrayList<>();
    for (int from = 0; from < 64; from += rule.lanesPerRequest()) {
      access.window(from, rule.lanesPerRequest());
      rule.coalesce(access, (at, n) -> out.add(at + "+" + n));
    }
    access.widen(64);
    return out;
  }

  @Test
  @DisplayName("16 lanes of 4 bytes are 64 bytes: four transactions a wavefront")
  void of16LanesOf4BytesAre64BytesFourTransactionsAWavefront() {
    assertThat(of(4, -1L, lane -> 256 + 4 * lane))
        .containsExactly("256+64", "320+64", "384+64", "448+64");
  }

  @Test
  @DisplayName("16 lanes of 8 bytes are 128 bytes: two lines a quarter")
  void float2TakesTwoLinesAQuarter() {
    assertThat(of(8, 0xFFFFL, lane -> 8 * lane)).containsExactly("0+64", "64+64");
  }

  @Test
  @DisplayName("float4 takes four lines a quarter, sixteen a wavefront")
  void float4TakesFourLinesAQuarter() {
    assertThat(of(16, -1L, lane -> 16 * lane)).hasSize(16);
  }

  @Test
  @DisplayName("permuted lanes of one line are one transaction; one address is one word")
  void permutedLanesOfOneLineAreOneTransactionOneAddressIsOneWord() {
    assertThat(of(4, 0xFFFFL, lane -> 4 * (lane ^ 5))).containsExactly("0+64");
    assertThat(of(4, 0xFFFFL, lane -> 100)).containsExactly("100+4");
  }

  @Test
  @DisplayName("misaligned by a word: the quarter touches two lines")
  void misalignedByAWordTheQuarterTouchesTwoLines() {
    assertThat(of(4, 0xFFFFL, lane -> 4 + 4 * lane)).containsExactly("4+60", "64+4");
  }

  @Property(tries = 200)
  @Label("every byte asked for lies in a transaction, no line comes twice in a quarter")
  void everyByteAskedForLiesInATransactionNoLineComesTwiceInA(
      @ForAll @Size(64) List<@IntRange(min = 0, max = 2000) Integer> words, @ForAll long mask) {
    List<String> out = of(4, mask, lane -> 4L * words.get((int) lane));
    for (int lane = 0; lane < 64; lane++) {
      if ((mask >>> lane & 1) != 0) {
        long at = 4L * words.get(lane);
        assertThat(out)
            .anyMatch(
                t -> {
                  long from = Long.parseLong(t.split("\\+")[0]);
                  long end = from + Long.parseLong(t.split("\\+")[1]);
                  return from <= at && at + 4 <= end;
                });
      }
    }
    assertThat(out)
        .allMatch(
            t -> {
              long from = Long.parseLong(t.split("\\+")[0]);
              return from / 64 == (from + Long.parseLong(t.split("\\+")[1]) - 1) / 64;
            });
  }

  private static DeviceMap cypress(DramGeometry geometry) {
    return new DeviceMap(new RowsAboveBanks().mapping(geometry), geometry, 256);
  }

  @Test
  @DisplayName("Cypress: channel is bits 10:8, bank bits 14:11")
  void cypressChannelIsBits108BankBits1411() {
    DeviceMap map = cypress(new DramGeometry(8, 256, 16, 2048));
    assertThat(map.channel(0xFF)).isZero();
    assertThat(map.channel(0x100)).isEqualTo(1);
    assertThat(map.channel(0x700)).isEqualTo(7);
    assertThat(map.bank(0x7FF)).isZero();
    assertThat(map.bank(0x800)).isEqualTo(1);
    assertThat(map.bank(0x7800)).isEqualTo(15);
    assertThat(map.bank(0x8000)).isZero();
    assertThat(map.row(0x7FFF)).isZero();
    assertThat(map.row(0x8000)).isEqualTo(1);
  }

  @Test
  @DisplayName("a stride of 2 KiB stays on one channel")
  void powerOfTwoStride() {
    DeviceMap map = cypress(new DramGeometry(8, 256, 16, 2048));
    for (int k = 0; k < 100; k++) {
      assertThat(map.channel(2048L * k)).isZero();
      assertThat(map.slice(3, 2048L * k)).isZero();
    }
  }
}
