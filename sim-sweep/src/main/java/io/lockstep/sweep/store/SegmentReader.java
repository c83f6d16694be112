// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import io.lockstep.io.OutputException;
import io.lockstep.study.store.PointOutcome;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Reads the complete lines of a segment. Damaged lines are reported and skipped. An unterminated
 * last line is reported as torn and not consumed, so that a later reader that starts from {@link
 * #examined} reads the completed line. Memory is bounded by the longest line. Not thread-safe.
 */
public final class SegmentReader implements Closeable {
  /** Maximum length of a line in bytes; longer lines are damaged. */
  static final int LONGEST_LINE = 1 << 24;

  static final int BUFFER = 1 << 18;

  private static final byte[] MAGIC = " {\"lockstep_segment\":".getBytes(StandardCharsets.US_ASCII);
  private static final int MOST_FLIPPED = 2;

  private final String name;
  private final Consumer<Damage> damages;
  private RandomAccessFile file; // null if there is nothing to read
  private byte[] bytes = new byte[BUFFER];
  private long base; // file position of bytes[0]
  private int next; // offset of the next line in bytes
  private int end; // end of the valid part of bytes
  private int from; // offset of the current line in bytes
  private int length; // length of the current line, without the line feed
  private String host = "";
  private long process;
  private long begunMillis;

  /**
   * Opens a segment. A file that is unreadable or not a segment of this sweep is reported, and has
   * no lines.
   *
   * @param examined position up to which the file was read before, or 0
   * @param damages receives the damaged places, in file order
   */
  public SegmentReader(SweepFolder sweep, Path segment, long examined, Consumer<Damage> damages) {
    this(sweep.plan(), segment, examined, damages);
  }

  SegmentReader(String plan, Path segment, long examined, Consumer<Damage> damages) {
    name = segment.getFileName().toString();
    this.damages = damages;
    try {
      if (!Files.isRegularFile(segment)) {
        throw new IOException("not a file");
      }
      file = new RandomAccessFile(segment.toFile(), "r");
      // damage of the header was reported by the first reader
      begin(plan, examined > 0 ? d -> {} : damages);
      if (file != null && examined > base + next) {
        base = examined;
        next = 0;
        end = 0;
      }
    } catch (IOException e) {
      unreadable(e);
    }
  }

  private void begin(String plan, Consumer<Damage> told) throws IOException {
    if (!line(told)) {
      close();
      file = null;
      return;
    }
    if (!SegmentLine.isWhole(bytes, from, length)) {
      if (looksLikeHeader()) { // the file is usable, since the other lines have their own checksums
        told.accept(damage(Damage.Kind.CHECKSUM, "the first line's checksum differs"));
      } else {
        leave(told, Damage.Kind.FOREIGN, "no segment of a sweep");
      }
      return;
    }
    try {
      int text = from + SegmentLine.BEFORE;
      SegmentHeader header = SegmentHeader.read(bytes, text, length - SegmentLine.BEFORE);
      if (header.version() > SegmentHeader.VERSION) {
        String knows = "; this one knows up to " + SegmentHeader.VERSION;
        leave(told, Damage.Kind.NEWER, "a segment of version " + header.version() + knows);
      } else if (!header.plan().equals(plan)) {
        leave(told, Damage.Kind.FOREIGN, "a segment of another sweep");
      } else {
        host = header.host();
        process = header.process();
        begunMillis = header.begunMillis();
      }
    } catch (IOException e) {
      leave(told, Damage.Kind.FOREIGN, "no segment of a sweep");
    }
  }

  private boolean looksLikeHeader() {
    int differ = 0;
    for (int i = 0; i < MAGIC.length; i++) {
      int at = from + SegmentLine.BEFORE - 1 + i;
      differ += at < from + length && bytes[at] == MAGIC[i] ? 0 : 1;
    }
    return differ <= MOST_FLIPPED;
  }

  private void leave(Consumer<Damage> told, Damage.Kind kind, String what) {
    told.accept(damage(kind, what + "; nothing of it is taken"));
    close();
    file = null;
  }

  private void unreadable(IOException e) {
    String what = "cannot be read: " + OutputException.reason(e);
    damages.accept(new Damage(name, base + next, Damage.Kind.UNREADABLE, what));
    close();
    file = null;
  }

  private Damage damage(Damage.Kind kind, String what) {
    return new Damage(name, base + from, kind, what);
  }

  /** Advances to the next line with a correct checksum; returns false at the end. */
  public boolean advance() {
    try {
      while (file != null && line(damages)) {
        if (SegmentLine.isWhole(bytes, from, length)) {
          return true;
        }
        damages.accept(damage(Damage.Kind.CHECKSUM, "the line's checksum differs"));
      }
    } catch (IOException e) {
      unreadable(e);
    }
    return false;
  }

  /** Returns the file position of the current line. */
  public long offset() {
    return base + from;
  }

  /** Returns the length of the current line in bytes, including the line feed. */
  public int length() {
    return length + 1;
  }

  /**
   * Returns the line's checksum combined with its position. The sum over all lines identifies the
   * content of the file.
   */
  public long sum() {
    String digits = new String(bytes, from, SegmentLine.BEFORE - 1, StandardCharsets.US_ASCII);
    return Long.parseLong(digits, 16) * (2 * offset() + 1);
  }

  /** Returns the file position up to which lines were consumed, before a torn line. */
  public long examined() {
    return base + next;
  }

  /** Returns the host of the writer, or empty if the first line does not state it. */
  public String host() {
    return host;
  }

  /** Returns the process id of the writer, or 0 if unknown. */
  public long process() {
    return process;
  }

  /** Returns the creation time of the file, milliseconds since 1970, or 0 if unknown. */
  public long begunMillis() {
    return begunMillis;
  }

  /** Returns the outcome of the current line; reports damage and returns null if there is none. */
  public PointOutcome outcome() {
    try {
      return OutcomeText.read(bytes, from + SegmentLine.BEFORE, length - SegmentLine.BEFORE);
    } catch (IOException e) {
      damages.accept(damage(Damage.Kind.NO_OUTCOME, "no outcome of a point"));
      return null;
    }
  }

  private boolean line(Consumer<Damage> told) throws IOException {
    int seen = next;
    while (true) {
      for (; seen < end; seen++) {
        if (bytes[seen] == '\n') {
          from = next;
          length = seen - from;
          next = seen + 1;
          return true;
        }
      }
      from = next;
      if (end - next > LONGEST_LINE) {
        told.accept(damage(Damage.Kind.CHECKSUM, "a line of more than 16 MiB, which none has"));
        skip();
        seen = next;
      } else {
        seen -= next;
        boolean more = fill();
        seen += next;
        if (!more) {
          if (end > next) {
            from = next;
            told.accept(damage(Damage.Kind.TORN, "the last line has no end"));
          }
          return false;
        }
      }
    }
  }

  /** Reads more bytes and discards the bytes before the next line. */
  private boolean fill() throws IOException {
    if (next > 0) {
      System.arraycopy(bytes, next, bytes, 0, end - next);
      base += next;
      end -= next;
      next = 0;
    }
    if (end == bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.min(2 * bytes.length, LONGEST_LINE + BUFFER));
    }
    file.seek(base + end);
    int read = file.read(bytes, end, bytes.length - end);
    end += Math.max(0, read);
    return read > 0;
  }

  /** Skips the rest of an overlong line. */
  private void skip() throws IOException {
    while (true) {
      base += end;
      next = 0;
      end = 0;
      if (!fill()) {
        return;
      }
      for (int i = 0; i < end; i++) {
        if (bytes[i] == '\n') {
          next = i + 1;
          return;
        }
      }
    }
  }

  @Override
  public void close() {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      return; // nothing can be lost: the file was only read
    }
  }
}
