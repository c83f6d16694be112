package io.lockstep.parts.cache;

import io.lockstep.parts.state.SavedPart;

/**
 * A first-level translation buffer (TLB; UTCL1 on AMD's): the fragments of memory whose translation
 * a compute unit holds, the least recently used of which makes room. A second level answers misses
 * after a fixed time and never misses itself; accesses to a fragment whose translation is on its
 * way wait for that one. Not thread-safe.
 */
public final class TranslationBuffer extends SavedPart implements CacheCounts {
  private static final int WORDS = 2; // of an entry, the most recently used entry first
  private static final int FRAGMENT = 0; // its number, plus one
  private static final int READY = 1; // tick from which on its translation is there

  private static final int LOOKUPS = 0;
  private static final int HITS = 1;
  private static final int EVICTIONS = 2;

  private final int shift;
  private final long latency;
  private final long[] words;
  private final long[] counts = state.counters(3);

  /**
   * Creates an empty buffer.
   *
   * @param config its sizes and the second level's time
   */
  public TranslationBuffer(TranslationConfig config) {
    shift = Long.numberOfTrailingZeros(config.fragmentBytes());
    latency = config.missTicks();
    words = state.keep(new long[config.entries() * WORDS]);
  }

  /**
   * {@return the tick at which an address is translated}
   *
   * @param address any byte
   * @param tick of the look-up
   */
  public long translate(long address, long tick) {
    long fragment = (address >>> shift) + 1;
    counts[LOOKUPS]++;
    int at = 0;
    while (words[at + FRAGMENT] != fragment) {
      at += WORDS;
      if (at == words.length) {
        return fetch(fragment, tick);
      }
    }
    counts[HITS]++;
    long ready = words[at + READY];
    if (at > 0) {
      first(at, fragment, ready);
    }
    return Math.max(tick, ready);
  }

  private long fetch(long fragment, long tick) {
    int last = words.length - WORDS;
    counts[EVICTIONS] += words[last + FRAGMENT] == 0 ? 0 : 1;
    first(last, fragment, tick + latency);
    return tick + latency;
  }

  /** Puts an entry before all others; the place that it takes was at some index. */
  private void first(int at, long fragment, long ready) {
    for (int i = at + WORDS - 1; i >= WORDS; i--) { // mostly one or two entries: no call
      words[i] = words[i - WORDS];
    }
    words[FRAGMENT] = fragment;
    words[READY] = ready;
  }

  @Override
  public long lookups() {
    return counts[LOOKUPS];
  }

  @Override
  public long hits() {
    return counts[HITS];
  }

  @Override
  public long evictions() {
    return counts[EVICTIONS];
  }
}
