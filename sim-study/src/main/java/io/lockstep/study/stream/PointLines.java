// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.stream;

import io.lockstep.io.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Splits an input into lines and reads each as a point. Empty lines are counted and left out. Not
 * thread-safe.
 */
public final class PointLines {
  /** Maximum length of a line in bytes. */
  static final int MOST_BYTES = 1 << 20;

  /** A longer line is no line: the input is a device without an end. */
  private static final int LONGEST = 1 << 28;

  private final String name;
  private final InputStream in;
  private long number; // lines so far
  private long points; // lines so far that are not empty
  private boolean isAtEnd;

  /**
   * @param name name of the input, for messages
   * @param in buffered input, which may wait for its writer
   */
  public PointLines(String name, InputStream in) {
    this.name = name;
    this.in = in;
  }

  /**
   * Returns the next line that is not empty; waits until it is there.
   *
   * @return the line, or empty at the end of the input
   * @throws InputException if the input cannot be read
   */
  public Optional<PointLine> next() {
    while (!isAtEnd) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      boolean isTooLong = !read(line);
      number++;
      if (isTooLong) {
        points++;
        return Optional.of(
            PointLine.wrong(number, "line: expected at most " + MOST_BYTES + " bytes, found more"));
      }
      byte[] text = line.toByteArray();
      if (!isBlank(text)) {
        return Optional.of(PointLine.read(number, text, points++));
      }
    }
    return Optional.empty();
  }

  /** Reads up to the end of a line; returns whether it is short enough. */
  private boolean read(ByteArrayOutputStream line) {
    try {
      int length = 0;
      for (int b = in.read(); b != '\n'; b = in.read()) {
        if (b < 0) {
          isAtEnd = true;
          break;
        }
        if (++length > LONGEST) {
          throw new InputException(
              name, "line " + (number + 1) + " has more than " + LONGEST + " bytes");
        }
        if (line.size() <= MOST_BYTES) {
          line.write(b);
        }
      }
    } catch (IOException e) {
      throw new InputException(name, "cannot be read: " + e.getMessage(), e);
    }
    return line.size() <= MOST_BYTES;
  }

  private static boolean isBlank(byte[] text) {
    for (byte b : text) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }
}
