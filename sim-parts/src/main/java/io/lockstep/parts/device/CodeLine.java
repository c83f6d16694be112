package io.lockstep.parts.device;

import io.lockstep.kernel.ir.Instruction;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A line of a device's code as it is printed. Immutable.
 *
 * @param text without a line feed
 * @param lines of the kernel's text that it came from, ascending, from 1; empty for one of the
 *     device's own, and where the device does not tell
 * @param rows of {@link MachineKernel#origins} whose time is this line's; empty where time is not
 *     told of it, and no row of two lines
 */
public record CodeLine(String text, List<Integer> lines, List<Integer> rows) {
  /**
   * Copied.
   *
   * @param text without a line feed
   * @param lines of the kernel's text that it came from
   * @param rows of the code's origins whose time is this line's
   */
  public CodeLine {
    lines = List.copyOf(lines);
    rows = List.copyOf(rows);
  }

  /**
   * A line of which time is not told.
   *
   * @param text without a line feed
   * @param lines of the kernel's text that it came from
   */
  public CodeLine(String text, List<Integer> lines) {
    this(text, lines, List.of());
  }

  /**
   * {@return the same with the rows whose time is its}
   *
   * @param own of the code's origins
   */
  public CodeLine telling(Integer... own) {
    return new CodeLine(text, lines, List.of(own));
  }

  /**
   * {@return a line that came from instructions}
   *
   * @param text without a line feed
   * @param from of the portable kernel; may hold null, which is none
   */
  public static CodeLine of(String text, Collection<Instruction> from) {
    return new CodeLine(
        text,
        from.stream()
            .filter(Objects::nonNull)
            .map(Instruction::line)
            .filter(line -> line > 0)
            .distinct()
            .sorted()
            .toList());
  }

  /**
   * {@return a line of the device's own}
   *
   * @param text without a line feed
   */
  public static CodeLine own(String text) {
    return new CodeLine(text, List.of());
  }

  /**
   * {@return all of them as one text, each with its line feed}
   *
   * @param code in its order
   */
  public static String text(List<CodeLine> code) {
    return code.stream().map(line -> line.text() + "\n").collect(Collectors.joining());
  }
}
