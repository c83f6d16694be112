// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToLongFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AccessShapeTest {
  private final AccessShape shape = new AccessShape();

  private void look(long mask, int bytes, IntToLongFunction address) {
    Access access = new Access();
    for (int l = 0; l < 64; l++) {
      access.addresses()[l] = address.applyAsLong(l);
    }
    access.setScattered(mask, 64, bytes);
    shape.read(access, access.mask());
    shape.look(bytes);
  }

  @Test
  @DisplayName("patterns, addresses and lines of requests that can be counted on paper")
  void patternsMatchACountOnPaper() {
    shape.place(0, 256, 1, 1);
    look(-1, 4, l -> 4096);
    assertThat(shape.pattern).isEqualTo(Pattern.UNIFORM);
    assertThat(shape.distinct).isEqualTo(1);
    assertThat(shape.most).isEqualTo(64);
    assertThat(shape.lines).isEqualTo(1);
    look(-1, 4, l -> 4096 + 4L * l);
    assertThat(shape.pattern).isEqualTo(Pattern.UNIT_STRIDE);
    assertThat(shape.lines).isEqualTo(2);
    look(-1, 4, l -> 4100 + 4L * l);
    assertThat(shape.lines).isEqualTo(3);
    look(-1, 8, l -> 4096 + 8L * l);
    assertThat(shape.pattern).isEqualTo(Pattern.UNIT_STRIDE);
    look(-1, 8, l -> 4096 + 4L * (l & -2));
    assertThat(shape.pattern).isEqualTo(Pattern.SCATTERED);
    look(-1, 2, l -> 4096 + 4L * l);
    assertThat(shape.pattern).isEqualTo(Pattern.STRIDED);
    look(-1, 4, l -> 65536 - 32L * l);
    assertThat(shape.pattern).isEqualTo(Pattern.STRIDED);
    assertThat(shape.strideX).isEqualTo(-32);
    assertThat(shape.lines).isEqualTo(17); // 65536 opens a line that the others do not reach
    look(-1, 4, l -> 4096 + 4L * (l * 37 & 63));
    assertThat(shape.pattern).isEqualTo(Pattern.SCATTERED);
    assertThat(shape.strideX).isZero();
    assertThat(shape.distinct).isEqualTo(64);
    assertThat(shape.lines).isEqualTo(2);
    look(0b10, 4, l -> 4096 + 4L * l * l);
    assertThat(shape.pattern).isEqualTo(Pattern.UNIFORM);
  }

  @Test
  @DisplayName(
      "every second lane of a unit stride is still one; the gap is the lanes', not its own")
  void everySecondLaneOfAUnitStrideIsStillOne() {
    shape.place(0, 256, 1, 1);
    look(0x5555555555555555L, 4, l -> 4096 + 4L * l);
    assertThat(shape.pattern).isEqualTo(Pattern.UNIT_STRIDE);
    assertThat(shape.distinct).isEqualTo(32);
  }

  @Test
  @DisplayName("one active column of 16 x 4 lanes has a stride along y, none from lane to lane")
  void oneColumn() {
    shape.place(0, 16, 4, 1);
    long column = 0x0001000100010001L;
    look(column, 4, l -> 4096 + 1024L * (l / 16));
    assertThat(shape.pattern).isEqualTo(Pattern.TWO_D);
    assertThat(new long[] {shape.strideX, shape.strideY, shape.strideZ})
        .containsExactly(0, 1024, 0);
    look(column << 5, 4, l -> 4096 + 4L * l);
    assertThat(shape.pattern).isEqualTo(Pattern.TWO_D);
    assertThat(shape.strideY).isEqualTo(64);
    look(column | column << 2, 4, l -> 4096 + 4L * l); // two columns show the distance in a row
    assertThat(shape.pattern).isEqualTo(Pattern.UNIT_STRIDE);
    look(column, 4, l -> 4096);
    assertThat(shape.pattern).isEqualTo(Pattern.UNIFORM);
    shape.place(0, 1, 64, 1); // rows of one: the next lane is the next row
    look(-1, 4, l -> 4096 + 1024L * l);
    assertThat(shape.pattern).isEqualTo(Pattern.STRIDED);
    assertThat(shape.strideX).isEqualTo(1024);
  }

  @Property(tries = 1000)
  @Label("what is linear in x, y and z is found with its slopes, whichever lanes are active")
  void whatIsLinearInXYAndZIsFoundWithItsSlopes(
      @ForAll @IntRange(min = 2, max = 24) int sizeX,
      @ForAll @IntRange(min = 2, max = 5) int sizeY,
      @ForAll @IntRange(min = -40, max = 40) int dx,
      @ForAll @IntRange(min = -40, max = 40) int dy,
      @ForAll @IntRange(min = -40, max = 40) int dz,
      @ForAll boolean sparse,
      @ForAll long seed) {
    int sizeZ = 3;
    long mask =
        sparse
            ? 1 | 1L << (seed & 63) | 1L << (seed >> 6 & 63) | 1L << (seed >> 12 & 63)
            : seed | 1;
    shape.place(0, sizeX, sizeY, sizeZ);
    IntToLongFunction address =
        l ->
            (1 << 20)
                + 4L * (dx * (l % sizeX) + dy * (l / sizeX % sizeY) + dz * (l / sizeX / sizeY));
    look(mask, 4, address);
    assertThat(shape.pattern).isNotEqualTo(Pattern.SCATTERED);
    if (mask == -1 && shape.pattern == Pattern.TWO_D) {
      assertThat(new long[] {shape.strideX, shape.strideY}).containsExactly(4L * dx, 4L * dy);
    }
    look(-1, 4, address);
    if (shape.pattern == Pattern.TWO_D) {
      assertThat(new long[] {shape.strideX, shape.strideY}).containsExactly(4L * dx, 4L * dy);
    }
  }

  @Test
  @DisplayName("slopes that the active lanes leave open are found, if whole ones exist")
  void fewLanes() {
    shape.place(0, 3, 2, 3);
    // Lanes 0, 1 and 2 of row 0 give x alone, then 5 = (2, 1, 0) gives y: 2 + 7 words.
    look(0b100111, 4, l -> 4096 + 4L * (l == 5 ? 9 : l));
    assertThat(shape.pattern).isEqualTo(Pattern.TWO_D);
    assertThat(new long[] {shape.strideX, shape.strideY}).containsExactly(4, 28);
    // Lanes 0, 5 = (2, 1, 0) and 10 = (1, 1, 1): two equations, three slopes.
    look(0b10000100001, 4, l -> 4096 + (l == 5 ? 20 : l == 10 ? 36 : 0));
    assertThat(shape.pattern).isEqualTo(Pattern.TWO_D);
    assertThat(2 * shape.strideX + shape.strideY).isEqualTo(20);
    assertThat(shape.strideX + shape.strideY + shape.strideZ).isEqualTo(36);
    // (2, 0, 0) alone: twice a slope can be 12 bytes, not 5.
    look(0b101, 1, l -> 4096 + (l == 2 ? 5 : 0));
    assertThat(shape.pattern).isEqualTo(Pattern.SCATTERED);
    look(0b101, 4, l -> 4096 + (l == 2 ? 12 : 0));
    assertThat(shape.strideX).isEqualTo(6);
  }

  @Property(tries = 300)
  @Label("what no formula gives is scattered: one word is moved away from a full wavefront's plane")
  void notPlanar(@ForAll @IntRange(min = 1, max = 63) int moved, @ForAll long seed) {
    Random random = new Random(seed);
    int dx = random.nextInt(9) - 4;
    int dy = random.nextInt(9) - 4;
    shape.place(0, 8, 8, 1);
    look(-1, 4, l -> 65536 + 4L * (dx * (l % 8) + dy * (l / 8)) + (l == moved ? 4 : 0));
    assertThat(shape.pattern).isEqualTo(Pattern.SCATTERED);
  }

  @Property(tries = 300)
  @Label("addresses, lines and the busiest address agree with a count by hand")
  void countsAgreeWithACountByHand(@ForAll long seed, @ForAll @IntRange(min = 0, max = 4) int log) {
    Random random = new Random(seed);
    int bytes = 1 << log;
    long mask = random.nextLong() | 1;
    long[] at = random.longs(64, 0, 1 + random.nextInt(300)).map(a -> a * bytes).toArray();
    shape.place(0, 64, 1, 1);
    look(mask, bytes, l -> at[l]);
    Map<Long, Integer> addresses = new HashMap<>();
    Map<Long, Integer> lines = new HashMap<>();
    for (int l = 0; l < 64; l++) {
      if ((mask >>> l & 1) != 0) {
        addresses.merge(at[l], 1, Integer::sum);
        lines.merge(at[l] / 128, 1, Integer::sum);
      }
    }
    assertThat(shape.lanes).isEqualTo(Long.bitCount(mask));
    assertThat(shape.distinct).isEqualTo(addresses.size());
    assertThat(shape.lines).isEqualTo(lines.size());
    assertThat(shape.most).isEqualTo(addresses.values().stream().max(Integer::compare).get());
  }
}
