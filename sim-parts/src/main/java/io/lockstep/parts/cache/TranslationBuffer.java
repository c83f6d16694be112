// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import io.lockstep.parts.counters.CountingPart;

/**
 * A first-level translation buffer (TLB; UTCL1 on AMD) of a compute unit, with exact LRU
 * replacement of fragments. A second level answers misses after a fixed time; its own misses walk
 * the page tables, if the device specifies it. The second level that units of a chip share is
 * modelled by a copy for each unit, so each unit walks the tables once for a fragment. Accesses to
 * a fragment whose translation is outstanding wait for it. Not thread-safe.
 */
public final class TranslationBuffer extends CountingPart implements CacheCounts {
  private static final int WORDS = 2; // per entry; the most recently used entry comes first
  private static final int FRAGMENT = 0; // fragment number plus one
  private static final int READY = 1; // first tick at which the translation is available

  private static final int LOOKUPS = 0;
  private static final int HITS = 1;
  private static final int EVICTIONS = 2;

  private final int shift;
  private final long latency;
  private final TranslationBuffer next; // null if the next level never misses
  private final long[] words;
  private final long[] counts = own.counters(3);

  /**
   * Creates an empty buffer.
   *
   * @param config sizes and miss latency
   */
  public TranslationBuffer(TranslationConfig config) {
    shift = Long.numberOfTrailingZeros(config.fragmentBytes());
    latency = config.missTicks();
    next = config.next().map(TranslationBuffer::new).orElse(null);
    words = new long[config.entries() * WORDS];
    if (next != null) {
      own.include(next);
    }
  }

  /**
   * {@return the tick at which the translation of an address is available}
   *
   * @param address any byte
   * @param tick tick of the look-up
   */
  public long translate(long address, long tick) {
    long fragment = (address >>> shift) + 1;
    counts[LOOKUPS]++;
    int at = 0;
    while (words[at + FRAGMENT] != fragment) {
      at += WORDS;
      if (at == words.length) {
        return fetch(fragment, address, tick);
      }
    }
    counts[HITS]++;
    long ready = words[at + READY];
    if (at > 0) {
      first(at, fragment, ready);
    }
    return Math.max(tick, ready);
  }

  private long fetch(long fragment, long address, long tick) {
    int last = words.length - WORDS;
    counts[EVICTIONS] += words[last + FRAGMENT] == 0 ? 0 : 1;
    long answer = tick + latency;
    long ready = next == null ? answer : next.translate(address, answer);
    first(last, fragment, ready);
    return ready;
  }

  /** Moves an entry to the front; the entry at {@code at} is overwritten. */
  private void first(int at, long fragment, long ready) {
    for (int i = at + WORDS - 1; i >= WORDS; i--) { // faster than arraycopy for one or two entries
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
