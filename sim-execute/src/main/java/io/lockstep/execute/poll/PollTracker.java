// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.poll;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.execute.record.WaitRecorder;
import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.ir.Kernel;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Observes the accesses of a polling kernel: counts changes of memory, and notes the polled words
 * that were read.
 */
public final class PollTracker {
  public final PollLoops loops;
  public final PolledWords words = new PolledWords();
  public final WaitRecorder waits = new WaitRecorder();
  public final AwaitedValues awaited;
  public final WordHistory history = new WordHistory();

  /** Blocks of polling loops, where a store of the value in memory does not count as a change. */
  public final BitSet loopBlocks = new BitSet();

  public long group;

  /** Number of accesses that changed, or may have changed, memory of any kind. */
  public long memoryChanges;

  /** Hash of the addresses and values that polls have read since it was last set to 0. */
  public long readings;

  /** Whether a change of a word may let a waiting fragment continue. */
  public boolean news;

  /** Number of changes that may let a waiting fragment continue. */
  public long watchedChanges;

  /** Number of calls of {@link #forget}. */
  public long forgotten;

  /** Words read since {@link #forget}; {@code seen} has their number of changes when read. */
  public int[] polled = new int[8];

  public int[] seen = new int[8];
  public int polledCount;

  private int[] places = new int[8]; // by word: its place among polled, if it is there

  /** Returns the tracker of a kernel; null if it waits for no other work-group. */
  public static PollTracker of(Kernel kernel, DeviceMemory memory) {
    PollLoops loops = PollLoops.of(kernel);
    return loops.isEmpty() && !kernel.hasLaunchBarrier()
        ? null
        : new PollTracker(kernel, loops, memory);
  }

  private PollTracker(Kernel kernel, PollLoops loops, DeviceMemory memory) {
    this.loops = loops;
    awaited = new AwaitedValues(kernel.memorySlots(), memory);
    loops.loops().forEach(l -> loopBlocks.or(l.blocks()));
  }

  /** Records that a poll has read a word after a number of changes. */
  public void read(int word, int changes) {
    if (word >= places.length) {
      places = Arrays.copyOf(places, Math.max(word + 1, 2 * places.length));
    }
    int at = places[word];
    if (at < polledCount && polled[at] == word) {
      seen[at] = changes;
      return;
    }
    if (polledCount == polled.length) {
      polled = Arrays.copyOf(polled, 2 * polledCount);
      seen = Arrays.copyOf(seen, 2 * polledCount);
    }
    places[word] = polledCount;
    polled[polledCount] = word;
    seen[polledCount++] = changes;
  }

  /** Forgets the words that were read. */
  public void forget() {
    polledCount = 0;
    forgotten++;
  }

  /** Records that a work-item of the running group has changed a word. */
  public void change(int word, int line) {
    words.change(word, group, line);
    boolean released = awaited.change(word);
    if (released || words.isWatched(word)) {
      news = true;
      watchedChanges++;
    }
  }
}
