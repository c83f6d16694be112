// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import io.lockstep.kernel.ir.Instruction;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A line of a device's code listing.
 *
 * @param text without a line feed
 * @param lines lines of the kernel's text that it came from, ascending, from 1; empty if the device
 *     inserted it or the origin is unknown
 * @param rows rows of {@link MachineKernel#origins} whose time is shown at this line; empty if the
 *     time is unknown; each row belongs to one line at most
 */
public record CodeLine(String text, List<Integer> lines, List<Integer> rows) {
  /**
   * Copies the lists.
   *
   * @param text without a line feed
   * @param lines lines of the kernel's text that it came from
   * @param rows rows of the code's origins whose time is shown here
   */
  public CodeLine {
    lines = List.copyOf(lines);
    rows = List.copyOf(rows);
  }

  /**
   * Creates a line without times.
   *
   * @param text without a line feed
   * @param lines lines of the kernel's text that it came from
   */
  public CodeLine(String text, List<Integer> lines) {
    this(text, lines, List.of());
  }

  /**
   * {@return a copy that shows the time of rows}
   *
   * @param own rows of the code's origins
   */
  public CodeLine telling(Integer... own) {
    return new CodeLine(text, lines, List.of(own));
  }

  /**
   * {@return a line made from instructions}
   *
   * @param text without a line feed
   * @param from instructions of the portable kernel; null elements are ignored
   */
  public static CodeLine of(String text, Collection<Instruction> from) {
    TreeSet<Integer> lines = new TreeSet<>();
    for (Instruction i : from) {
      if (i != null && i.line() > 0) {
        lines.add(i.line());
      }
    }
    return new CodeLine(text, List.copyOf(lines));
  }

  /**
   * {@return a line that the device inserted}
   *
   * @param text without a line feed
   */
  public static CodeLine own(String text) {
    return new CodeLine(text, List.of());
  }

  /**
   * {@return the lines as one text, each with a line feed}
   *
   * @param code the lines in order
   */
  public static String text(List<CodeLine> code) {
    return code.stream().map(line -> line.text() + "\n").collect(Collectors.joining());
  }
}
