// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.launch;

import io.lockstep.execute.fault.ExecutionException;
import java.util.ArrayList;
import java.util.List;

/**
 * The text printed by the kernels of a program, in a fixed order: by work-group id, and between two
 * barriers of a group by work-item id. Not thread-safe.
 */
public final class KernelOutput {
  public static final int MAX_CHARACTERS = 16 << 20;

  private final StringBuilder text = new StringBuilder();

  public KernelOutput() {}

  public void add(String printed) {
    if (text.length() + printed.length() > MAX_CHARACTERS) {
      throw new ExecutionException(
          "the program prints more than " + MAX_CHARACTERS + " characters, as many as are kept");
    }
    text.append(printed);
  }

  /** {@return the number of characters printed so far} */
  public int length() {
    return text.length();
  }

  /** {@return the text printed since the output had a length} */
  public String since(int length) {
    return text.substring(length);
  }

  /** {@return the lines without their terminators, including an unterminated last line} */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    int start = 0;
    for (int at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", start)) {
      lines.add(text.substring(start, at));
      start = at + 1;
    }
    if (start < text.length()) {
      lines.add(text.substring(start));
    }
    return lines;
  }
}
