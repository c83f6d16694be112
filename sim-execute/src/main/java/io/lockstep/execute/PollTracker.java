package io.lockstep.execute;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.PollLoops;
import java.util.Arrays;
import java.util.BitSet;

/**
 * What the accesses of a kernel with polls tell while they are executed: whether memory changed,
 * which polled words were read, what the record has to say of them. Not thread-safe.
 */
final class PollTracker {
  final PollLoops loops;
  final PolledWords words = new PolledWords();
  final WaitRecorder waits = new WaitRecorder();
  final AwaitedValues awaited;
  final WordHistory history = new WordHistory();

  /** Blocks of loops with polls: there, a store of the value that is there changes nothing. */
  final BitSet loopBlocks = new BitSet();

  /** Number of the running group. */
  long group;

  /** Counts accesses that changed memory of any kind, or may have. */
  long memoryChanges;

  /** Of what polls have read, and where, since it was last set to 0. */
  long readings;

  /** A word was changed, and a fragment that waits on it may go on. */
  boolean news;

  /** Changes of words with which some fragment that waits may go on. */
  long watchedChanges;

  /** Counts calls of {@link #forget}. */
  long forgotten;

  /** Words that polls have read since {@link #forget}, and their changes then. */
  int[] polled = new int[8];

  int[] seen = new int[8];
  int polledCount;

  PollTracker(Kernel kernel, PollLoops loops, DeviceMemory memory) {
    this.loops = loops;
    awaited = new AwaitedValues(kernel.memorySlots(), memory);
    loops.loops().forEach(l -> loopBlocks.or(l.blocks()));
  }

  /** A poll has read a word after so many changes. */
  void read(int word, int changes) {
    for (int i = polledCount - 1; i >= 0; i--) {
      if (polled[i] == word) {
        seen[i] = changes;
        return;
      }
    }
    if (polledCount == polled.length) {
      polled = Arrays.copyOf(polled, 2 * polledCount);
      seen = Arrays.copyOf(seen, 2 * polledCount);
    }
    polled[polledCount] = word;
    seen[polledCount++] = changes;
  }

  /** Forgets which words were read. */
  void forget() {
    polledCount = 0;
    forgotten++;
  }

  /** A work-item of the running group has changed a word. */
  void change(int word, int line) {
    words.change(word, group, line);
    boolean released = awaited.change(word);
    if (released || words.isWatched(word)) {
      news = true;
      watchedChanges++;
    }
  }
}
