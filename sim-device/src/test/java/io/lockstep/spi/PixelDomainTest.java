// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.Waits;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How pixels become wavefronts. */
class PixelDomainTest {
  private static final int TILE = 64;

  @Property(tries = 200)
  void everyPixelOnceInQuadsWithHelpers(
      @ForAll @IntRange(min = 1, max = 150) int width,
      @ForAll @IntRange(min = 1, max = 150) int height,
      @ForAll @IntRange(min = 2, max = 4) int log) {
    int lanes = 4 << log;
    PixelDomain domain = new PixelDomain(width, height, lanes);
    int tilesX = (width + TILE - 1) / TILE;
    int tiles = tilesX * ((height + TILE - 1) / TILE);
    Set<Integer> covered = new HashSet<>();
    long next = 0;
    int[] items = new int[lanes];
    for (int tile = 0; tile < tiles; tile++) {
      assertThat(domain.first(tile)).isEqualTo(next);
      for (int k = 0; k < domain.wavefronts(tile); k++, next++) {
        int used = domain.items(tile, k, items);
        long mask = domain.covered(next);
        assertThat(used % 4).isZero();
        assertThat(mask >>> (used == 64 ? 63 : used)).isLessThanOrEqualTo(used == 64 ? 1 : 0);
        for (int q = 0; q < used; q += 4) {
          assertThat(mask >>> q & 15).as("a quad has a pixel inside").isNotZero();
          assertThat(items[q] % 2 + items[q] / TILE % 2).as("quads begin at even pixels").isZero();
          assertThat(new int[] {items[q + 1], items[q + 2], items[q + 3]})
              .containsExactly(items[q] + 1, items[q] + TILE, items[q] + TILE + 1);
        }
        for (int lane = 0; lane < used; lane++) {
          int x = tile % tilesX * TILE + items[lane] % TILE;
          int y = tile / tilesX * TILE + items[lane] / TILE;
          boolean inside = x < width && y < height;
          assertThat((mask >>> lane & 1) != 0).isEqualTo(inside);
          if (inside) {
            assertThat(covered.add(y * width + x)).isTrue();
          }
        }
      }
    }
    assertThat(covered).hasSize(width * height);
    assertThat(domain.geometry()).isEqualTo(new Geometry((int) next, 1, 1, lanes, 1, 1));
  }

  @Test
  @DisplayName("a wavefront of 64 is a block of 8 x 8 pixels, quads with x and y taking turns")
  void aWavefrontOf64IsABlockOf8X8Pixels() {
    int[] items = new int[64];
    assertThat(new PixelDomain(64, 64, 64).items(0, 9, items)).isEqualTo(64);
    int origin = 8 * TILE + 8; // the tenth block: second row, second column
    int[][] quads = {{0, 0}, {2, 0}, {0, 2}, {2, 2}, {4, 0}, {6, 0}, {4, 2}, {6, 2}, {0, 4}};
    for (int q = 0; q < quads.length; q++) {
      assertThat(items[4 * q]).isEqualTo(origin + quads[q][1] * TILE + quads[q][0]);
    }
  }

  @Test
  void aWavefrontOfAOneDimensionalWorkGroupHasNeighbouringWorkItems() {
    PixelDomain domain = PixelDomain.ofGroups(new Geometry(3, 1, 1, 256, 1, 1), 64);
    int[] items = new int[64];
    assertThat(domain.geometry()).isEqualTo(new Geometry(12, 1, 1, 64, 1, 1));
    assertThat(domain.first(2)).isEqualTo(8);
    assertThat(domain.items(1, 2, items)).isEqualTo(64);
    assertThat(items).startsWith(128, 129, 136, 137, 130, 131, 138, 139).doesNotContain(127, 192);
    assertThat(items).doesNotHaveDuplicates();
    assertThat(domain.covered(6)).isEqualTo(-1);
  }

  @Property(tries = 200)
  void everyWorkItemOfAWorkGroupIsOnePixelOfItsRectangle(
      @ForAll @IntRange(min = 1, max = 70) int x,
      @ForAll @IntRange(min = 1, max = 9) int y,
      @ForAll @IntRange(min = 1, max = 3) int z,
      @ForAll @IntRange(min = 2, max = 4) int log) {
    int lanes = 4 << log;
    PixelDomain domain = PixelDomain.ofGroups(new Geometry(5, 2, 1, x, y, z), lanes);
    int[] items = new int[lanes];
    for (long group = 0; group < 10; group += 9) {
      Set<Integer> covered = new HashSet<>();
      for (int k = 0; k < domain.wavefronts(group); k++) {
        int used = domain.items(group, k, items);
        long mask = domain.covered(domain.first(group) + k);
        for (int lane = 0; lane < used; lane++) {
          assertThat(mask >>> lane & 1).as("an idle lane is left out").isEqualTo(1);
          assertThat(items[lane]).isBetween(0, x * y * z - 1);
          assertThat(covered.add(items[lane])).isTrue();
        }
      }
      assertThat(covered).hasSize(x * y * z);
    }
    assertThat(domain.geometry().groups()).isEqualTo(10 * domain.first(1));
  }

  @Test
  void aDeviceWithoutWorkGroupsRunsTheirLaunchesOverPixels() {
    HostStep.Launch launch =
        new HostStep.Launch(0, 0, new Geometry(3, 1, 1, 100, 1, 1), 0, java.util.List.of(), 0, 0);
    Capabilities.Builder device = Capabilities.builder().wavefront(16);
    assertThat(PixelDomain.of(launch, device.build())).isEmpty();
    assertThat(PixelDomain.of(launch, device.computeKernels(false).build()))
        .hasValueSatisfying(p -> assertThat(p.geometry().groups()).isEqualTo(3 * 7));
  }

  /** A segment of a tile with runs of all kinds and two paths. */
  private static Segment segment(Random random) {
    int n = TILE * TILE;
    int[] pool = new int[n];
    long[] wide = new long[n];
    int[] pathOf = new int[n];
    for (int i = 0; i < n; i++) {
      pool[i] = random.nextInt();
      wide[i] = random.nextLong() >>> 4;
      pathOf[i] = random.nextInt(2);
    }
    int huge = 1 << 28;
    return new Segment(
        n,
        new Segment.Paths(
            pathOf, new int[] {0, 0}, new int[] {1, 1}, new int[] {0, 0, 0}, new long[0]),
        new Segment.Occurrences(
            new int[] {0, 2, 4, 5, 6}, new int[] {0, 3, 0, 2, 0, 0}, new int[] {3, 2, 2, 3, 1, 1}),
        new Segment.Formulas(
            new byte[] {
              (byte) RunKind.UNIFORM.ordinal(),
              (byte) RunKind.AFFINE.ordinal(),
              (byte) RunKind.AFFINE.ordinal(),
              (byte) RunKind.AFFINE.ordinal(),
              (byte) RunKind.SCATTER.ordinal(),
              (byte) RunKind.SCATTER_WIDE.ordinal()
            },
            new long[] {1000, 2000, 1L << 41, 77, 5, 0},
            new long[] {8, 16, -4, 1, 0, 0},
            new int[] {0, 0, 0, 4, 256, 0, huge, huge, 0, -3, 1, 0, 0, 0, 0, 0, 0, 0}),
        new Segment.Scatters(new int[6], new int[6], pool, wide),
        Waits.NONE);
  }

  @Property(tries = 20)
  void aWavefrontsAddressesAreItsPixels(@ForAll long seed) {
    Random random = new Random(seed);
    int width = 64 + 1 + random.nextInt(63);
    int height = 1 + random.nextInt(64);
    Segment tile = segment(random);
    PixelDomain domain = new PixelDomain(width, height, 32);
    WorkGroupSource source =
        new WorkGroupSource() {
          private int next;

          @Override
          public Status next() {
            return next++ < 2 ? Status.RECORD : Status.END;
          }

          @Override
          public WorkGroupRecord record() {
            return new WorkGroupRecord(next - 1, java.util.List.of(tile));
          }
        };
    PixelWavefronts cut = new PixelWavefronts(source, domain, new Geometry(2, 1, 1, TILE, TILE, 1));
    int[] items = new int[32];
    long count = 0;
    while (cut.next() == WorkGroupSource.Status.RECORD) {
      assertThat(cut.record().group()).isEqualTo(count);
      long number = count - domain.first(1) < 0 ? 0 : 1;
      int used = domain.items(number, (int) (count - domain.first(number)), items);
      Segment part = cut.record().segments().get(0);
      assertThat(part.workItems()).isEqualTo(used);
      int[] occurrences = {5, 5, 1, 1};
      for (int slot = 0; slot < 4; slot++) {
        for (int n = 0; n < occurrences[slot]; n++) {
          int run = tile.run(slot, n, -1);
          int own = part.run(slot, n, -1);
          for (int lane = 0; lane < used; lane++) {
            assertThat(part.pathOf(lane)).isEqualTo(tile.pathOf(items[lane]));
            assertThat(part.address(own, n, lane, 32, 1))
                .isEqualTo(tile.address(run, n, items[lane], TILE, TILE));
          }
        }
      }
      count++;
    }
    assertThat(count).isEqualTo(domain.geometry().groups());
  }
}
