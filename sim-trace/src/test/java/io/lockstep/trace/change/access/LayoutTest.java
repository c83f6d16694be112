// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Address;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Where coalesced accesses find the elements of a buffer. */
class LayoutTest {
  private static final int BUFFER = 3;

  private static List<Long> places(Layout layout, List<Long> addresses) {
    layout.begin();
    addresses.forEach(layout::note);
    long[] all = addresses.stream().mapToLong(Long::longValue).toArray();
    boolean[] active = new boolean[all.length];
    Arrays.fill(active, true);
    for (int from = 0; from < all.length; from += 32) {
      layout.noteTogether(all, active, from, Math.min(from + 32, all.length));
    }
    layout.end();
    return addresses.stream().map(layout::place).toList();
  }

  private static List<Long> strided(long from, long stride, int items) {
    List<Long> addresses = new ArrayList<>();
    for (int i = 0; i < items; i++) {
      addresses.add(Address.of(BUFFER, from + i * stride));
    }
    return addresses;
  }

  private static List<Long> consecutive(long from, int items) {
    return strided(from, 4, items);
  }

  @Property(tries = 300)
  void eachElementHasOnePlaceOfItsOwnInsideTheBuffer(
      @ForAll @IntRange(min = 0, max = 3) int logBytes,
      @ForAll @IntRange(min = 1, max = 400) int elements,
      @ForAll @IntRange(min = 1, max = 9) int groups,
      @ForAll boolean dense,
      @ForAll long seed) {
    Random random = new Random(seed);
    int bytes = 4 << logBytes;
    long size = (long) bytes * elements;
    Layout layout = new Layout(BUFFER, size, bytes, new long[1]);
    Map<Long, Long> before = new HashMap<>();
    boolean moves = false;
    for (int g = 0; g < groups; g++) {
      List<Long> addresses = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        int element = dense ? (64 * g + 63 - i) % elements : random.nextInt(elements);
        addresses.add(Address.of(BUFFER, (long) bytes * element));
      }
      List<Long> places = places(layout, addresses);
      Set<Long> own = new HashSet<>(addresses);
      assertThat(new HashSet<>(places)).as("distinct elements").hasSameSizeAs(own);
      moves = g == 0 ? !new HashSet<>(places).equals(own) : moves;
      for (int i = 0; i < places.size(); i++) {
        long offset = Address.offset(places.get(i));
        assertThat(Address.buffer(places.get(i))).isEqualTo(BUFFER);
        assertThat(offset).isBetween(0L, size - bytes);
        assertThat(offset % bytes).isZero();
        Long known = before.put(addresses.get(i), places.get(i));
        assertThat(!moves || known == null || known.equals(places.get(i))).isTrue();
      }
    }
    if (moves) {
      assertThat(new HashSet<>(before.values()))
          .as("places of all groups")
          .hasSameSizeAs(before.keySet());
    }
  }

  @Test
  void workItemsExchangeElementsThatFillTheirSectors() {
    // A tile of 16 x 16, read by columns: it stays the same tile, and is read by rows.
    Layout layout = new Layout(BUFFER, 1 << 20, 4, new long[1]);
    List<Long> tile = new ArrayList<>();
    List<Long> rows = new ArrayList<>();
    for (int a = 0; a < 16; a++) {
      for (int b = 0; b < 16; b++) {
        tile.add(Address.of(BUFFER, b * 1024L + 4 * a));
        rows.add(Address.of(BUFFER, a * 1024L + 4 * b));
      }
    }
    assertThat(places(layout, tile)).isEqualTo(rows);
  }

  @Test
  void membersOfStructuresMoveTogether() {
    Layout layout = new Layout(BUFFER, 1 << 20, 4, new long[1]);
    assertThat(places(layout, strided(8, 32, 128))).isEqualTo(consecutive(0, 128));
    assertThat(places(layout, strided(8 + 128 * 32, 32, 128))).isEqualTo(consecutive(512, 128));
    assertThat(places(layout, strided(8, 32, 128))).isEqualTo(consecutive(0, 128));
  }

  @Test
  void misalignedElementsMoveIfEachIsAccessedOnce() {
    Layout once = new Layout(BUFFER, 1 << 20, 4, new long[1]);
    assertThat(places(once, consecutive(4, 64))).isEqualTo(consecutive(0, 64));
    Layout stencil = new Layout(BUFFER, 1 << 20, 4, new long[1]);
    List<Long> neighbours = new ArrayList<>(consecutive(4, 64));
    neighbours.addAll(consecutive(8, 64));
    assertThat(places(stencil, neighbours)).isEqualTo(neighbours);
  }

  @Test
  void leavesAlignedConsecutiveElementsWhereTheyAre() {
    Layout layout = new Layout(BUFFER, 1 << 20, 4, new long[1]);
    assertThat(places(layout, consecutive(4096, 256))).isEqualTo(consecutive(4096, 256));
    List<Long> shared = new ArrayList<>(consecutive(64, 16));
    shared.addAll(consecutive(64, 16));
    assertThat(places(layout, shared)).isEqualTo(shared);
    Layout uniform = new Layout(BUFFER, 1 << 20, 4, new long[1]);
    assertThat(places(uniform, strided(64, 0, 256))).isEqualTo(strided(64, 0, 256));
    Layout rows = new Layout(BUFFER, 1 << 20, 4, new long[1]);
    List<Long> halves = new ArrayList<>(strided(0, 0, 16));
    halves.addAll(strided(512, 0, 16));
    assertThat(places(rows, halves)).isEqualTo(halves);
  }
}
