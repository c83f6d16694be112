package io.lockstep.parts.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CacheSlicesTest {
  private static final int SLICES = 3;

  private final List<String> evicted = new ArrayList<>();
  private final List<String> expected = new ArrayList<>();

  private static CacheConfig config(int sets, int ways, ReplacementPolicy policy) {
    CacheConfig config =
        new CacheConfig(64, 32, sets, ways, new WriteBack(), SetMapping.modulo(64));
    return config.replacing(Optional.ofNullable(policy), 1);
  }

  private CacheSlices slices(CacheConfig config) {
    return new CacheSlices(config, SLICES, (address, bytes) -> evicted.add(address + "+" + bytes));
  }

  /** Slices that share storage against caches that each have their own. */
  @Property(tries = 100)
  void slicesBehaveAsCachesOfTheirOwnAndPreviewsChangeNothing(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 4) int sets,
      @ForAll @IntRange(min = 1, max = 20) int ways,
      @ForAll boolean fifo) {
    CacheConfig config = config(sets, ways, fifo ? new FirstIn() : null);
    CacheSlices slices = slices(config);
    SectoredCache[] own = new SectoredCache[SLICES];
    for (int s = 0; s < SLICES; s++) {
      own[s] = new SectoredCache(config, (address, bytes) -> expected.add(address + "+" + bytes));
    }
    Random random = new Random(seed);
    for (int i = 0; i < 400; i++) {
      int s = random.nextInt(SLICES);
      long address = random.nextInt(2 * sets * ways) * 64L + random.nextInt(2) * 32;
      preview(slices, own, random, sets * ways);
      switch (random.nextInt(40)) {
        case 0 -> {
          slices.get(s).invalidate();
          own[s].invalidate();
        }
        case 1 -> {
          slices.get(s).clean();
          own[s].clean();
        }
        case 2 -> slices = again(slices, random.nextBoolean() ? slices : slices(config));
        case 3 -> {
          slices.get(s).invalidate(address, 8);
          own[s].invalidate(address, 8);
        }
        case 4, 5, 6, 7, 8, 9, 10, 11, 12 -> {
          slices.get(s).fill(address, 32, i % 3 * i);
          own[s].fill(address, 32, i % 3 * i);
        }
        case 13, 14, 15, 16 -> {
          slices.get(s).write(address, 16);
          own[s].write(address, 16);
        }
        default -> {
          assertThat(slices.get(s).read(address, 32)).isEqualTo(own[s].read(address, 32));
          assertThat(slices.get(s).ready()).isEqualTo(own[s].ready());
        }
      }
      assertThat(evicted).isEqualTo(expected);
    }
    CacheCounts counts = CacheCounts.sum(own);
    assertThat(slices.counts()).isEqualTo(counts);
    assertThat(slices.count()).isEqualTo(SLICES);
  }

  @Test
  void slicesTooLargeForOneArrayAreStoredApartAndPreviewsSayThatAllMayBeHeld() {
    CacheSlices slices = slices(config(1 << 19, 4, null)); // 3 × 2 Mi lines
    slices.get(1).fill(4096, 32, 7);
    boolean[] held = {false, false};
    assertThat(slices.previewSets(new int[] {1, 2}, new long[] {4096, 64}, 2)).isZero();
    assertThat(slices.previewLines(new int[] {1, 2}, new long[] {4096, 64}, 2, held)).isZero();
    assertThat(held).containsExactly(true, true);
    assertThat(slices.get(1).read(4096, 32)).isEqualTo(SectoredCache.HIT);
    assertThat(slices.get(1).ready()).isEqualTo(7);
    assertThat(slices.get(2).read(4096, 32)).isEqualTo(SectoredCache.MISS);
  }

  private static void preview(CacheSlices slices, SectoredCache[] own, Random random, int lines) {
    int n = random.nextInt(6);
    int[] slice = new int[n];
    long[] address = new long[n];
    boolean[] held = new boolean[n];
    for (int k = 0; k < n; k++) {
      slice[k] = random.nextInt(SLICES);
      address[k] = random.nextInt(2 * lines) * 64L;
      held[k] = random.nextBoolean();
    }
    slices.previewSets(slice, address, n);
    slices.previewLines(slice, address, n, held);
    for (int k = 0; k < n; k++) {
      boolean whole = own[slice[k]].holds(address[k], 32);
      assertThat(held[k] || !whole).as("says that it is held").isTrue();
    }
  }

  private static CacheSlices again(CacheSlices slices, CacheSlices into) {
    List<byte[]> saved = new ArrayList<>();
    for (int s = 0; s < SLICES; s++) {
      StateWriter out = new StateWriter();
      slices.get(s).save(out);
      saved.add(out.toBytes());
    }
    for (int s = 0; s < SLICES; s++) {
      into.get(s).load(new StateReader(saved.get(s)));
    }
    return into;
  }
}
