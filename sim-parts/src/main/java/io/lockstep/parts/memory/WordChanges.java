package io.lockstep.parts.memory;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.parts.state.SavedPart;
import java.util.Arrays;

/**
 * How often the words that work-groups of a launch wait on have been changed in simulated time.
 *
 * <p>A change is performed where the memory side serves its request, and a poll is judged there: an
 * atomic at the tick that its unit has booked for it, anything else when its slice takes it. What
 * is booked for later counts from then on. Belongs to the memory side's partition; not thread-safe.
 */
final class WordChanges extends SavedPart {
  private int[] performed = new int[16]; // by word
  private int words; // that have been changed, or lie before one that has
  private long[] dueAt = new long[16]; // changes that are booked for a later tick
  private int[] dueWord = new int[16];
  private int due;

  private static final int POLLS = 0;
  private static final int FAILED = 1;
  private static final int CHANGES = 2;
  private final long[] count = state.counters(3);

  /** A launch begins: no word has been changed. */
  void begin() {
    Arrays.fill(performed, 0, words, 0);
    words = 0;
    due = 0;
  }

  /** The current event's tick: what was booked up to then is performed. */
  void now(long tick) {
    int kept = 0;
    for (int k = 0; k < due; k++) {
      if (dueAt[k] <= tick) {
        performed[dueWord[k]]++;
      } else {
        dueAt[kept] = dueAt[k];
        dueWord[kept++] = dueWord[k];
      }
    }
    due = kept;
  }

  /** Changes of a word that are performed by a tick, which is now or later. */
  int performed(int word, long tick) {
    int sum = word < words ? performed[word] : 0;
    for (int k = 0; k < due; k++) {
      if (dueWord[k] == word && dueAt[k] <= tick) {
        sum++;
      }
    }
    return sum;
  }

  /** A word is changed at a tick, which is now or later. */
  void change(int word, long tick) {
    if (word >= words) {
      if (word >= performed.length) {
        performed = Arrays.copyOf(performed, Math.max(word + 1, 2 * performed.length));
      }
      words = word + 1;
    }
    if (due == dueAt.length) {
      dueAt = Arrays.copyOf(dueAt, 2 * due);
      dueWord = Arrays.copyOf(dueWord, 2 * due);
    }
    dueAt[due] = tick;
    dueWord[due++] = word;
    count[CHANGES]++;
  }

  /** Whether a change is booked for a tick after the last that was asked for. */
  boolean hasDue() {
    return due > 0;
  }

  /** A request that polls was served. */
  void polled(boolean failed) {
    count[POLLS]++;
    count[FAILED] += failed ? 1 : 0;
  }

  /** Requests that polled. */
  long polls() {
    return count[POLLS];
  }

  /** Those that were answered "not yet". */
  long failed() {
    return count[FAILED];
  }

  /** Changes of polled words. */
  long changes() {
    return count[CHANGES];
  }

  @Override
  public void save(StateWriter out) {
    super.save(out);
    out.writeInt(words);
    out.writeInts(Arrays.copyOf(performed, words));
    out.writeInt(due);
    for (int k = 0; k < due; k++) {
      out.writeLong(dueAt[k]);
      out.writeInt(dueWord[k]);
    }
  }

  @Override
  public void load(StateReader in) {
    super.load(in);
    words = in.readInt();
    performed = new int[Math.max(16, words)];
    int[] saved = new int[words];
    in.readInto(saved);
    System.arraycopy(saved, 0, performed, 0, words);
    due = in.readInt();
    dueAt = new long[Math.max(16, due)];
    dueWord = new int[Math.max(16, due)];
    for (int k = 0; k < due; k++) {
      dueAt[k] = in.readLong();
      dueWord[k] = in.readInt();
    }
  }
}
