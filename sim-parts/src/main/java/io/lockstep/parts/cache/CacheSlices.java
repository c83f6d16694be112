package io.lockstep.parts.cache;

import java.util.Arrays;

/**
 * The slices of a cache: caches of one geometry, side by side in the host's memory unless they are
 * very large. What several of them will look up can be read ahead at once: the host fetches it at
 * the same time, where look-ups wait for each other. Not thread-safe.
 */
public final class CacheSlices {
  private static final long TOGETHER = 1 << 22; // lines; arrays of more are hard to find room for

  private final CacheStorage storage; // null where each has its own, which nobody reads ahead
  private final SetMapping mapping;
  private final int lineShift;
  private final SectoredCache[] slice;
  private int[] place = {};

  /**
   * Empty caches.
   *
   * @param config geometry and policy of each
   * @param slices how many
   * @param eviction receives dirty sectors of all; null if the policy knows none
   */
  public CacheSlices(CacheConfig config, int slices, Eviction eviction) {
    long lines = (long) slices * config.sets() * config.ways();
    storage = lines <= TOGETHER ? new CacheStorage(config, slices) : null;
    mapping = config.mapping();
    lineShift = Integer.numberOfTrailingZeros(config.lineBytes());
    slice = new SectoredCache[slices];
    for (int s = 0; s < slices; s++) {
      slice[s] =
          storage == null
              ? new SectoredCache(config, eviction)
              : new SectoredCache(config, eviction, storage, s);
    }
  }

  /** {@return how many there are} */
  public int count() {
    return slice.length;
  }

  /**
   * {@return one of them}
   *
   * @param s its number, from 0
   */
  public SectoredCache get(int s) {
    return slice[s];
  }

  /** {@return what all of them count} */
  public CacheCounts counts() {
    return CacheCounts.sum(slice);
  }

  /**
   * Reads the heads of the sets of some addresses and changes nothing.
   *
   * @param slices of each address
   * @param addresses any bytes
   * @param n how many
   * @return any number: for the caller to use somehow, or the reading would be left out
   */
  public long previewSets(int[] slices, long[] addresses, int n) {
    if (storage == null || storage.heads == null) {
      return 0;
    }
    long[] heads = storage.heads;
    int[] at = room(n);
    for (int k = 0; k < n; k++) {
      at[k] = storage.head(slices[k], mapping.set(addresses[k], storage.sets));
    }
    long sum = 0;
    int last = storage.headWords - 1; // it may lie on the next line of the host's caches
    for (int k = 0; k < n; k++) {
      sum += heads[at[k]] + heads[at[k] + last];
    }
    return sum;
  }

  /**
   * The same for their lines, where the heads are near already.
   *
   * @param slices of each address
   * @param addresses any bytes
   * @param n how many
   * @param held set for each address to whether its line seems to be held: false if it is not; true
   *     for all where slices are stored apart
   * @return any number, as before
   */
  public long previewLines(int[] slices, long[] addresses, int n, boolean[] held) {
    if (storage == null) {
      Arrays.fill(held, 0, n, true);
      return 0;
    }
    long[] words = storage.words;
    int[] at = room(n);
    int found = 0;
    for (int k = 0; k < n; k++) {
      long address = addresses[k];
      int line =
          words == null
              ? -1
              : storage.likely(
                  slices[k], mapping.set(address, storage.sets), address >>> lineShift);
      held[k] = line >= 0;
      if (line >= 0) {
        at[found++] = line;
      }
    }
    long sum = 0;
    int late = 0;
    for (int k = 0; k < found; k++) {
      int line = at[k];
      long word = words[line];
      sum += word;
      if ((word & CacheStorage.UNDER_WAY) != 0) {
        at[late++] = line;
      }
    }
    return sum + storage.previewTicks(at, late);
  }

  private int[] room(int n) {
    if (place.length < n) {
      place = new int[2 * n];
    }
    return place;
  }
}
