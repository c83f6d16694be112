package io.lockstep.execute;

import java.util.ArrayList;
import java.util.List;

/**
 * The text printed by the kernels of a program, in a fixed order: work-groups by id, within a group
 * between two barriers work-items by id. Not thread-safe.
 */
public final class KernelOutput {
  /** Characters that a program may print. */
  static final int MAX_CHARACTERS = 16 << 20;

  private final StringBuilder text = new StringBuilder();

  /** Creates an empty output. */
  public KernelOutput() {}

  void add(String printed) {
    if (text.length() + printed.length() > MAX_CHARACTERS) {
      throw new ExecutionException(
          "the program prints more than " + MAX_CHARACTERS + " characters, as many as are kept");
    }
    text.append(printed);
  }

  /** {@return the text in lines, without their ends, including an unterminated last one} */
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
