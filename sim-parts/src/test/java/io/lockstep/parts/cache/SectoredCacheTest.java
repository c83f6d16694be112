// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.parts.cache.policy.ReadOnly;
import io.lockstep.parts.cache.policy.WriteBack;
import io.lockstep.parts.cache.policy.WriteEvict;
import io.lockstep.parts.cache.policy.WritePolicy;
import io.lockstep.parts.cache.policy.WriteThrough;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SectoredCacheTest {
  private final List<String> evicted = new ArrayList<>();

  private SectoredCache cache(int sets, int ways, WritePolicy policy) {
    return new SectoredCache(
        new CacheConfig(128, 32, sets, ways, policy, SetMapping.modulo(128)),
        (address, bytes) -> evicted.add(address + "+" + bytes));
  }

  @Test
  void aSectorMissIsAHeldLineWithoutTheSector() {
    SectoredCache cache = cache(4, 2, new ReadOnly());
    assertThat(cache.read(0, 4)).isEqualTo(SectoredCache.MISS);
    cache.fill(0, 32, 7);
    assertThat(cache.read(28, 4)).isEqualTo(SectoredCache.HIT);
    assertThat(cache.ready()).isEqualTo(7);
    assertThat(cache.read(30, 4)).isEqualTo(SectoredCache.SECTOR_MISS);
    assertThat(cache.holds(0, 32)).isTrue();
    assertThat(cache.holds(0, 33)).isFalse();
    assertThat(cache.lookups()).as("sectors, two of the last read").isEqualTo(4);
    assertThat(cache.hits()).as("and one of these").isEqualTo(2);
  }

  @Test
  void accessesThatGoOnAreLookUpsWithoutHitsUnlessTheyPassTheCacheBy() {
    SectoredCache through = cache(4, 2, new WriteThrough());
    through.fill(0, 32, 0);
    through.passes(0, 40);
    assertThat(through.lookups()).isEqualTo(2);
    assertThat(through.hits()).isZero();
    SectoredCache readOnly = cache(4, 2, new ReadOnly());
    readOnly.passes(0, 40);
    assertThat(readOnly.lookups()).isZero();
  }

  @Test
  void aSectorUnderWayIsAHitAndAWarmingLookUpIsNone() {
    SectoredCache cache = cache(4, 2, new ReadOnly());
    cache.read(0, 4);
    cache.joins();
    assertThat(cache.hits()).isEqualTo(1);
    cache.fill(0, 32, 0);
    assertThat(cache.touch(0, 32)).isTrue();
    assertThat(cache.touch(0, 64)).isFalse();
    assertThat(cache.touch(1 << 20, 4)).isFalse();
    assertThat(cache.lookups()).isEqualTo(1);
  }

  @Test
  void aCacheThatIsEmptiedAgainAndAgainHoldsOnlyWhatCameSince() {
    SectoredCache cache = cache(4, 2, new ReadOnly());
    cache.fill(0, 32, 0);
    cache.invalidate();
    cache.invalidate();
    assertThat(cache.holds(0, 32)).isFalse();
    cache.fill(0, 32, 0);
    assertThat(cache.holds(0, 32)).isTrue();
    cache.invalidate();
    assertThat(cache.holds(0, 32)).isFalse();
  }

  @Test
  void theLeastRecentlyUsedLineMakesRoom() {
    SectoredCache cache = cache(1, 2, new ReadOnly());
    cache.fill(0, 128, 0);
    cache.fill(128, 128, 0);
    cache.read(0, 4);
    cache.fill(256, 128, 0);
    assertThat(cache.holds(0, 4)).isTrue();
    assertThat(cache.holds(128, 4)).isFalse();
    assertThat(cache.evictions()).isEqualTo(1);
  }

  @Test
  void aWriteThroughCacheUpdatesOrDropsWhatItHolds() {
    SectoredCache update = cache(1, 2, new WriteThrough());
    update.fill(0, 128, 0);
    assertThat(update.write(0, 32)).isFalse();
    assertThat(update.write(512, 32)).isFalse();
    assertThat(update.holds(0, 128)).isTrue();
    assertThat(update.holds(512, 4)).isFalse();

    SectoredCache drop = cache(1, 2, new WriteEvict());
    drop.fill(0, 128, 0);
    drop.write(40, 4);
    assertThat(drop.holds(0, 32)).isTrue();
    assertThat(drop.holds(32, 32)).isFalse();

    SectoredCache stale = cache(1, 2, new ReadOnly());
    stale.fill(0, 128, 0);
    assertThat(stale.write(0, 128)).isFalse();
    assertThat(stale.holds(0, 128)).isTrue();
  }

  @Test
  void writeBackKeepsDirtySectorsUntilEvictionAndFetchesNothing() {
    SectoredCache cache = cache(1, 1, new WriteBack());
    assertThat(cache.write(32, 64)).isTrue();
    cache.write(100, 4); // part of a sector: dirty, not valid
    assertThat(cache.holds(32, 64)).isTrue();
    assertThat(cache.holds(100, 4)).isFalse();
    cache.fill(128, 32, 0);
    assertThat(evicted).containsExactly("32+96");
    cache.fill(256, 32, 0);
    assertThat(evicted).hasSize(1);
  }

  @Test
  void separateDirtyRunsAreWrittenBackSeparately() {
    SectoredCache cache = cache(1, 1, new WriteBack());
    cache.write(0, 32);
    cache.write(64, 32);
    cache.clean();
    assertThat(evicted).containsExactly("0+32", "64+32");
    cache.clean();
    assertThat(evicted).hasSize(2);
    cache.write(96, 32);
    cache.invalidate(96, 32);
    cache.invalidate();
    assertThat(evicted).hasSize(2);
    assertThat(cache.holds(0, 32)).isFalse();
    cache.resetCounters();
    assertThat(cache.lookups() + cache.hits() + cache.evictions()).isZero();
  }

  @Test
  void geometryThatCannotBeIsRefused() {
    assertThatThrownBy(() -> CacheConfig.ofSize(1000, 64, 64, 4, new ReadOnly()))
        .hasMessageContaining("1000 bytes");
    assertThatThrownBy(() -> CacheConfig.ofSize(1024, 48, 48, 4, new ReadOnly()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CacheConfig(64, 64, 0, 4, new ReadOnly(), SetMapping.modulo(64)))
        .hasMessageContaining("0 sets");
    assertThatThrownBy(() -> new SectoredCache(config(new WriteBack()), null))
        .hasMessageContaining("write back");
    assertThat(config(new ReadOnly()).bytes()).isEqualTo(16384);
  }

  private static CacheConfig config(WritePolicy policy) {
    return CacheConfig.ofSize(16384, 64, 64, 4, policy);
  }

  @Test
  void slicesThatTakeTurnsUseAllTheirSets() {
    SetMapping mapping = SetMapping.interleaved(64, 256, 6);
    TreeSet<Integer> sets = new TreeSet<>();
    for (long block = 0; block < 600; block += 6) { // the blocks of slice 0
      for (int line = 0; line < 4; line++) {
        sets.add(mapping.set(block * 256 + line * 64, 16));
      }
    }
    assertThat(sets).hasSize(16);
    assertThat(SetMapping.interleaved(64, 256, 8).set(8 * 256, 16)).isEqualTo(4);
    assertThat(SetMapping.modulo(64).set(64 * 13, 10)).isEqualTo(3);
    assertThat(SetMapping.interleaved(64, 256, 1).set(64 * 13, 10)).isEqualTo(3);
  }

  /** Against an obvious model: per set, a map in order of use, from line to valid sectors. */
  @Property(tries = 200)
  void behavesAsAReferenceLru(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 5) int sets,
      @ForAll @IntRange(min = 1, max = 20) int ways) {
    SectoredCache cache = cache(sets, ways, new WriteBack());
    List<LinkedHashMap<Long, boolean[]>> reference = new ArrayList<>();
    for (int s = 0; s < sets; s++) {
      reference.add(new LinkedHashMap<>(16, 0.75f, true));
    }
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      long line = random.nextInt(sets * ways * 2);
      int sector = random.nextInt(4);
      long address = line * 128 + sector * 32;
      LinkedHashMap<Long, boolean[]> set = reference.get((int) (line % sets));
      switch (random.nextInt(3)) {
        case 0:
          boolean[] held = set.get(line);
          int expected =
              held == null
                  ? SectoredCache.MISS
                  : held[sector] ? SectoredCache.HIT : SectoredCache.SECTOR_MISS;
          assertThat(cache.read(address, 8)).isEqualTo(expected);
          break;
        case 1:
          place(set, line, ways)[sector] = true;
          cache.fill(address, 32, i);
          break;
        default:
          place(set, line, ways)[sector] = true;
          cache.write(address, 32);
      }
    }
  }

  /** Against a map from line to tick; reading ahead must change nothing. */
  @Property(tries = 200)
  void aLinesDataIsThereAtTheLatestTickOfItsFills(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 60) int untimed,
      @ForAll @IntRange(min = 1, max = 20) int ways) {
    SectoredCache cache = cache(3, ways, new WriteThrough());
    Map<Long, Long> ready = new HashMap<>();
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      long line = random.nextInt(5 * ways);
      long address = line * 128;
      boolean held = cache.holds(address, 32);
      if (random.nextBoolean()) {
        assertThat(cache.read(address, 32) == SectoredCache.HIT).isEqualTo(held);
        long tick = held ? ready.get(line) : 0;
        assertThat(cache.ready()).isEqualTo(tick);
        long now = 4 * i;
        assertThat(cache.ready(now)).isIn(tick, tick < now ? 0L : tick);
        assertThat(cache.ready()).as("still").isEqualTo(tick);
      } else {
        long tick = i < untimed ? 0 : random.nextInt(1_000);
        ready.put(line, held ? Math.max(ready.get(line), tick) : tick);
        cache.fill(address, 128, tick);
      }
    }
  }

  private static boolean[] place(Map<Long, boolean[]> set, long line, int ways) {
    boolean[] sectors = set.get(line);
    if (sectors == null) {
      if (set.size() == ways) {
        set.remove(set.keySet().iterator().next());
      }
      sectors = new boolean[4];
      set.put(line, sectors);
    }
    return sectors;
  }

  @Test
  void aLimitedCacheUsesOnlySomeOfItsWays() {
    SectoredCache cache =
        new SectoredCache(CacheConfig.ofSize(64 * 8, 64, 64, 8, new ReadOnly()), null);
    for (int limit : new int[] {8, 3, 8, 5}) {
      cache.limit(limit);
      for (int line = 0; line < 8; line++) {
        cache.fill(64L * line, 64, 0);
      }
      for (int line = 0; line < 8; line++) {
        assertThat(cache.holds(64L * line, 64)).isEqualTo(line >= 8 - limit);
      }
    }
  }
}
