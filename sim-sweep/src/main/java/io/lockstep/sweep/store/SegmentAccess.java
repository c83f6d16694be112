// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import io.lockstep.study.store.PointOutcome;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads outcomes at known positions in segments, keeping recent files open. Not thread-safe. */
public final class SegmentAccess implements Closeable {
  private static final int MOST_OPEN = 64;

  private final SweepFolder sweep;
  private final Map<String, RandomAccessFile> open =
      new LinkedHashMap<>(MOST_OPEN, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, RandomAccessFile> eldest) {
          if (size() > MOST_OPEN) {
            closeQuietly(eldest.getValue());
            return true;
          }
          return false;
        }
      };

  public SegmentAccess(SweepFolder sweep) {
    this.sweep = sweep;
  }

  /**
   * Reads one line.
   *
   * @param offset byte at which the line starts
   * @param length bytes of the line, including the line feed
   * @return its outcome; null if the line no longer exists
   */
  public PointOutcome read(String segment, long offset, int length) {
    try {
      RandomAccessFile file = open.get(segment);
      if (file == null) {
        Path path = sweep.results().resolve(segment);
        file = new RandomAccessFile(path.toFile(), "r");
        open.put(segment, file);
      }
      byte[] line = new byte[length];
      file.seek(offset);
      file.readFully(line);
      if (line[length - 1] != '\n' || !SegmentLine.isWhole(line, 0, length - 1)) {
        return null;
      }
      return OutcomeText.read(line, SegmentLine.BEFORE, length - 1 - SegmentLine.BEFORE);
    } catch (IOException e) {
      return null; // deleted, truncated or no longer readable
    }
  }

  private static void closeQuietly(RandomAccessFile file) {
    try {
      file.close();
    } catch (IOException e) {
      return; // nothing can be lost: the file was only read
    }
  }

  @Override
  public void close() {
    open.values().forEach(SegmentAccess::closeQuietly);
    open.clear();
  }
}
