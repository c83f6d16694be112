// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Runs give every work-item the address that was written for it. */
class RunWriterTest {
  private record Row(long[] addresses, boolean[] active) {}

  @Property(tries = 300)
  void everyActiveWorkItemGetsItsAddressBack(
      @ForAll @IntRange(min = 1, max = 8) int sizeX,
      @ForAll @IntRange(min = 1, max = 5) int sizeY,
      @ForAll @IntRange(min = 1, max = 3) int sizeZ,
      @ForAll @IntRange(min = 1, max = 6) int occurrences,
      @ForAll long seed) {
    Random random = new Random(seed);
    RunWriter writer = new RunWriter(sizeX, sizeY, sizeZ);
    writer.begin();
    List<List<Row>> slots = new ArrayList<>();
    for (int s = 0; s < 3; s++) {
      writer.slot();
      List<Row> rows = new ArrayList<>();
      int[] strides = {4 * random.nextInt(5), 4 * random.nextInt(5), 4 * random.nextInt(3)};
      for (int n = 0; n < occurrences; n++) {
        Row row = row(random, sizeX, sizeY, sizeZ, strides, n);
        writer.add(n, row.addresses(), row.active());
        rows.add(row);
      }
      slots.add(rows);
    }
    int items = sizeX * sizeY * sizeZ;
    Segment segment = writer.segment(items, items, 1);
    for (int s = 0; s < slots.size(); s++) {
      int hint = -1;
      for (int n = 0; n < occurrences; n++) {
        hint = segment.run(s, n, hint);
        Row row = slots.get(s).get(n);
        for (int i = 0; i < items; i++) {
          if (row.active()[i]) {
            assertThat(segment.address(hint, n, i, sizeX, sizeY)).isEqualTo(row.addresses()[i]);
          }
        }
      }
    }
  }

  private static Row row(Random random, int x, int y, int z, int[] strides, int n) {
    int items = x * y * z;
    long[] addresses = new long[items];
    boolean[] active = new boolean[items];
    Arrays.fill(active, true);
    int kind = random.nextInt(4);
    for (int i = 0; i < items; i++) {
      addresses[i] =
          switch (kind) {
            case 0 -> 1000L + 64 * n;
            case 1 ->
                (1L << 40)
                    + 128L * n
                    + strides[0] * (i % x)
                    + strides[1] * (i / x % y)
                    + strides[2] * (i / x / y);
            case 2 -> (1L << 40) + random.nextInt(1 << 20);
            default -> random.nextLong() & Long.MAX_VALUE;
          };
      active[i] = kind % 2 == 1 || random.nextInt(3) > 0;
    }
    active[random.nextInt(items)] = true;
    return new Row(addresses, active);
  }

  @Test
  void aLoopHasOneRoundLessForTheLastWorkItems() {
    RunWriter writer = new RunWriter(8, 1, 1);
    writer.begin();
    Segment segment = writer.segment(8, 5, 70);
    assertThat(segment.paths()).isEqualTo(2);
    assertThat(segment.pathOf(4)).isZero();
    assertThat(segment.pathOf(5)).isOne();
    for (int p = 0; p < 2; p++) {
      assertThat(segment.blockCount(p)).isEqualTo(72 - p);
      assertThat(segment.endOutcome(p) - segment.firstOutcome(p)).isEqualTo(71 - p);
      assertThat(segment.outcome(segment.firstOutcome(p), 1)).isZero();
      assertThat(segment.outcome(segment.endOutcome(p) - 1, 1)).isZero();
      assertThat(segment.outcome(segment.firstOutcome(p) + 1, 32)).isEqualTo(-1);
    }
    Segment single = writer.segment(8, 5, 1);
    assertThat(single.blockCount(1)).isEqualTo(2);
    assertThat(single.outcome(single.firstOutcome(1), 1)).as("skips the loop").isOne();
  }

  @Test
  void executionsOfOneFormulaShareARun() {
    RunWriter writer = new RunWriter(4, 2, 1);
    writer.begin();
    writer.slot();
    boolean[] all = new boolean[8];
    Arrays.fill(all, true);
    for (int n = 0; n < 5; n++) {
      long[] addresses = new long[8];
      for (int i = 0; i < 8; i++) {
        addresses[i] = 4096 + 32L * n + 4 * i;
      }
      writer.add(n, addresses, all);
    }
    Segment segment = writer.segment(8, 8, 1);
    assertThat(segment.runs()).isOne();
    assertThat(segment.kind(0)).isEqualTo(RunKind.AFFINE);
    assertThat(segment.runCount(0)).isEqualTo(5);
  }
}
