// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Packed offsets of scatters. */
class PoolCodecTest {
  private static byte[] encode(int[] pool) {
    ByteColumn out = new ByteColumn();
    PoolCodec.encode(pool, out);
    return Arrays.copyOf(out.array(), out.size());
  }

  private static int[] decode(byte[] bytes, int length) {
    ColumnCursor in = new ColumnCursor(bytes, 0, bytes.length, "m.lkt: byte 0", "pool");
    int[] pool = PoolCodec.decode(length, in);
    in.expectEnd();
    return pool;
  }

  @Property(tries = 2000)
  void whatIsPackedIsUnpacked(@ForAll long seed) {
    Random random = new Random(seed);
    int[] pool = new int[random.nextInt(200)];
    int value = random.nextInt();
    int width = random.nextInt(33);
    int shift = random.nextInt(32);
    int kind = random.nextInt(5);
    int differences = 1 + random.nextInt(20);
    for (int i = 0; i < pool.length; i++) {
      int noise = (int) (random.nextInt() & (1L << width) - 1) << shift;
      value =
          switch (kind) {
            case 0 -> noise;
            case 1 -> value + noise;
            case 2 -> random.nextInt(3) == 0 ? noise : value;
            case 3 -> value + (random.nextInt(differences) * 0x9E3779B9 >> 32 - Math.max(1, width));
            default -> random.nextInt(40) == 0 ? random.nextInt() : value + (noise >> 20);
          };
      pool[i] = value;
    }
    byte[] bytes = encode(pool);
    assertThat(decode(bytes, pool.length)).isEqualTo(pool);
    assertThat(pool.length).isLessThanOrEqualTo(PoolCodec.VALUES_A_BYTE * bytes.length);
  }

  @Test
  @DisplayName("a lookup in a table of 256 words takes a byte, whatever the order")
  void aLookupInATableOf256WordsTakesAByte() {
    Random random = new Random(1);
    int[] pool = random.ints(6400, 0, 256).map(i -> 4 * i).toArray();
    assertThat(encode(pool).length).isBetween(6400, 6400 + 100 * 5);
  }

  @Test
  @DisplayName("offsets that grow by less than 16 words take four bits and a sign")
  void offsetsThatGrowByLessThan16WordsTakeFourBitsAndASign() {
    Random random = new Random(2);
    int[] pool = new int[6400];
    for (int i = 1; i < pool.length; i++) {
      pool[i] = pool[i - 1] + 4 * random.nextInt(16);
    }
    assertThat(encode(pool).length).isLessThanOrEqualTo(6400 * 5 / 8 + 100 * 2);
  }

  @Test
  @DisplayName("work-items that are absent take a bit")
  void workItemsThatAreAbsentTakeABit() {
    Random random = new Random(3);
    int[] pool = new int[6400];
    for (int i = 1; i < pool.length; i++) {
      pool[i] = i % 16 == 0 ? 4 * random.nextInt(1 << 18) : pool[i - 1];
    }
    assertThat(encode(pool).length).isLessThanOrEqualTo(6400 / 8 + 400 * 18 / 8 + 100 * 6);
  }

  @Test
  @DisplayName("work-items that are absent take a bit among offsets that grow")
  void absentAndGrowing() {
    Random random = new Random(4);
    int[] pool = new int[6400];
    for (int i = 1; i < pool.length; i++) {
      pool[i] = pool[i - 1] + (i % 4 == 0 ? 4 * (1 + random.nextInt(15)) : 0);
    }
    assertThat(encode(pool).length).isLessThanOrEqualTo(6400 / 8 + 1600 * 5 / 8 + 100 * 3);
  }

  @Test
  @DisplayName("a block that only repeats takes a bit a value")
  void aBlockThatOnlyRepeatsTakesABitAValue() {
    int[] pool = new int[640];
    Arrays.fill(pool, 1 << 20);
    assertThat(encode(pool).length).isLessThanOrEqualTo(640 / 8 + 10 * 2 + 4);
    assertThat(decode(encode(pool), pool.length)).isEqualTo(pool);
  }

  @Test
  @DisplayName("one far offset does not widen its neighbours")
  void oneFarOffsetDoesNotWidenItsNeighbours() {
    int[] pool = new int[64];
    Arrays.setAll(pool, i -> i == 20 ? 1 << 30 : i * i % 7);
    assertThat(encode(pool).length).isLessThanOrEqualTo(64 + 10);
  }

  @Test
  @DisplayName("remainders of an affine index take a bit and, in a block, two differences")
  void remaindersOfAnAffineIndexTakeABit() {
    int[] pool = new int[6400];
    Arrays.setAll(pool, i -> (int) (i * 777_777_777L % 999_983) * 2500 + i);
    assertThat(encode(pool).length).isLessThanOrEqualTo(6400 / 8 + 100 * (1 + 2 * 5) + 20);
    assertThat(decode(encode(pool), pool.length)).isEqualTo(pool);
  }

  @Test
  @DisplayName("an index beyond a block's differences is refused")
  void anIndexBeyondTheDifferencesIsRefused() {
    byte[] bytes = {(byte) (4 * 33 + 3), 2, 4, 6, (byte) 0b11_10_01_00};
    assertThat(decode(Arrays.copyOf(bytes, bytes.length), 3)).containsExactly(1, 3, 6);
    assertThatThrownBy(() -> decode(bytes, 4))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("one of 3 differences was expected, found number 3");
  }

  @Test
  @DisplayName("damage is refused")
  void damageIsRefused() {
    byte[] bytes = encode(new int[] {8, 4, 8, 12});
    assertThatThrownBy(() -> decode(Arrays.copyOf(bytes, bytes.length - 1), 4))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("column pool: more values were expected");
    bytes[0] = (byte) 200;
    assertThatThrownBy(() -> decode(bytes, 4))
        .hasMessageContaining("the form of a block of offsets was expected, found 200");
  }

  @Test
  @DisplayName("a block whose values would take no bits is refused: any length could stand for it")
  void noBits() {
    for (int form : new int[] {0, 2}) {
      byte[] bytes = {(byte) (33 * form), 0, 0};
      assertThatThrownBy(() -> decode(bytes, 64))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("the form of a block of offsets was expected, found " + 33 * form);
    }
  }

  @Test
  @DisplayName("offsets beyond 32 bits are refused")
  void tooFar() {
    ByteColumn out = new ByteColumn();
    out.addByte(4 * 33);
    out.addSigned(Integer.MAX_VALUE);
    out.addSigned(1);
    assertThatThrownBy(() -> decode(Arrays.copyOf(out.array(), out.size()), 2))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a 32-bit offset was expected, found 2147483648");
  }
}
