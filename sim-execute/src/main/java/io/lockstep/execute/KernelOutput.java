package io.lockstep.execute;

import java.util.ArrayList;
import java.util.List;

/**
 * What the kernels of a program print, in the frozen order: work-groups by id, within a group
 * between two barriers work-items by id. Not thread-safe.
 */
public final class KernelOutput {
  /** Characters that a program may print. */
  static final int MAX_CHARACTERS = 16 << 20;

  private final StringBuilder text = new StringBuilder();

  /** Nothing printed yet. */
  public KernelOutput() {}

  void add(String printed) {
    if (text.length() + printed.length() > MAX_CHARACTERS) {
      throw new ExecutionException(
          "the program prints more than " + MAX_CHARACTERS + " characters, as many as are kept");
    }
    text.append(printed);
  }

  /** {@return the text in lines, without their ends; one that was not ended counts as well} */
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
