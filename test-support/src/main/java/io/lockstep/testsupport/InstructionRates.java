// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import io.lockstep.kernel.ir.Kernel;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rates of instruction classes in results a clock and multiprocessor, of straight code in PTX whose
 * start and end drop out, beside published ones. The classes are lines of a text:
 *
 * <pre>
 * name | type of the registers | results of a thread | PTX
 *   64g 64g - 128p
 *   ! 7.5 8.0: why the simulated figures of these columns differ
 * </pre>
 *
 * <p>Types are r, f, d, l (64-bit integers) and h (16 bits); {d} is the next value of a chain, {a}
 * its last, {b} and {c} those of other chains, {x} a value that does not change, other letters are
 * further registers of a chain. A letter behind a published figure names its source.
 */
public final class InstructionRates {
  private static final String PAGE = "docs/instruction-rates.md";
  private static final double SAME = 0.06;
  private static final int CHAINS = 8;
  private static final int FEW = 12;
  private static final int MANY = 28;

  /** Threads of a multiprocessor: blocks and their size. */
  public record Shape(int blocks, int threads) {}

  /** A class with its published figures and the explanations of differences, by column. */
  private record Line(
      String name, String type, double results, String ptx, List<String> published) {
    boolean exists(int column) {
      return !published.get(column).equals("-");
    }

    double published(int column) {
      return Double.parseDouble(published.get(column).replaceAll("[a-z]", ""));
    }
  }

  private final List<String> columns;
  private final List<Line> lines = new ArrayList<>();
  private final Map<String, String> explained = new TreeMap<>(); // by class and column
  private final List<String> notes = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();
  private final StringBuilder table = new StringBuilder();
  private final String header;

  /**
   * @param header text between {@code .version} and the kernel
   */
  public InstructionRates(InputStream text, String header, List<String> columns) {
    this.columns = columns;
    this.header = header;
    try (text) {
      new String(text.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(this::read);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    table.append("| class | PTX | ").append(String.join(" | ", columns)).append(" |\n|---|---|");
    table.append("---|".repeat(columns.size())).append('\n');
  }

  private void read(String text) {
    if (text.isBlank() || text.startsWith("#")) {
      return;
    }
    int last = lines.size() - 1;
    if (text.startsWith("  !")) {
      int colon = text.indexOf(':');
      for (String column : text.substring(3, colon).trim().split(" +")) {
        explained.put(lines.get(last).name() + "|" + column, text.substring(colon + 1).trim());
      }
    } else if (text.startsWith(" ")) {
      lines.get(last).published().addAll(List.of(text.trim().split(" +")));
    } else {
      String[] part = text.split(" \\| ");
      lines.add(
          new Line(part[0], part[1], Double.parseDouble(part[2]), part[3], new ArrayList<>()));
    }
  }

  /** Measures all classes on the boards of the columns. */
  public void measure(List<? extends PtxBoard> boards, Shape shape, Shape barriers) {
    for (Line line : lines) {
      String ptx = line.ptx().replaceAll("[{}]", "");
      table.append("| %s | `%s` |".formatted(line.name(), ptx));
      for (int k = 0; k < columns.size(); k++) {
        Shape of = line.ptx().startsWith("bar.") ? barriers : shape;
        table
            .append(' ')
            .append(line.exists(k) ? cell(line, k, boards.get(k), of) : "")
            .append(" |");
      }
      table.append('\n');
    }
  }

  private String cell(Line line, int column, PtxBoard board, Shape shape) {
    double simulated = rate(board, line, shape);
    double published = line.published(column);
    String why = explained.get(line.name() + "|" + columns.get(column));
    boolean same = Math.abs(simulated / published - 1) <= SAME;
    String found = "%.1f / %s".formatted(simulated, line.published().get(column));
    if (same != (why == null)) {
      String what = same ? "has an explanation, and is equal" : "differs without an explanation";
      wrong.add("%s, %s: %s %s".formatted(line.name(), columns.get(column), found, what));
    }
    if (same) {
      return found;
    }
    if (why != null && !notes.contains(why)) {
      notes.add(why);
    }
    return "**%s** [%d]".formatted(found, notes.indexOf(why) + 1);
  }

  private double rate(PtxBoard board, Line line, Shape shape) {
    long few = board.run(kernel(line, FEW), shape.blocks(), shape.threads()).clocks();
    long many = board.run(kernel(line, MANY), shape.blocks(), shape.threads()).clocks();
    double rows = (double) (MANY - FEW) * CHAINS * shape.blocks() * shape.threads();
    return rows * line.results() / (many - few);
  }

  private Kernel kernel(Line line, int rounds) {
    StringBuilder text =
        new StringBuilder(
            """
            %s
            .visible .entry k(.param .u64 a, .param .u64 b, .param .u32 n)
            {
            .reg .pred p<9>; .reg .b16 h<9>, i<9>, j<9>; .reg .b32 s, t, u, r<9>, t<9>;
            .reg .f32 f<9>, g<9>; .reg .b64 o, w, l<9>, w<9>; .reg .f64 d<9>;
            ld.param.u64 o, [a];
            mov.u32 s, %%tid.x;
            mul.wide.u32 w, s, 4;
            add.s64 o, o, w;
            """
                .formatted(header));
    char type = line.type().charAt(0);
    for (int k = 0; k <= CHAINS; k++) {
      text.append("mul.lo.u32 t, s, s; mad.lo.u32 t, t, %d, s; ".formatted(2 * k + 3));
      String value =
          switch (type) {
            case 'r' -> "mov.b32 r%d, t;\n";
            case 'f' -> "mov.b32 f%d, t;\n";
            case 'd' -> "mov.b64 d%d, {t, s};\n";
            case 'l' -> "mov.b64 l%d, {t, s};\n";
            default -> "cvt.u16.u32 h%d, t;\n";
          };
      text.append(value.formatted(k));
    }
    for (int round = 0; round < rounds; round++) {
      for (int k = 0; k < CHAINS; k++) {
        text.append(
            line.ptx()
                .replace("{d}", type + "" + k)
                .replace("{a}", type + "" + k)
                .replace("{b}", type + "" + (k + 1) % CHAINS)
                .replace("{c}", type + "" + (k + 3) % CHAINS)
                .replace("{x}", type + "" + CHAINS)
                .replaceAll("\\{([a-z])}", "$1" + k));
        text.append('\n');
      }
    }
    text.append("mov.u32 s, 0;\n");
    for (int k = 0; k < CHAINS; k++) {
      String use =
          switch (type) {
            case 'r' -> "xor.b32 s, s, r%d;\n";
            case 'f' -> "mov.b32 t, f%d; xor.b32 s, s, t;\n";
            case 'd' -> "mov.b64 {t, u}, d%d; xor.b32 s, s, t; xor.b32 s, s, u;\n";
            case 'l' -> "mov.b64 {t, u}, l%d; xor.b32 s, s, t; xor.b32 s, s, u;\n";
            default -> "cvt.u32.u16 t, h%d; xor.b32 s, s, t;\n";
          };
      text.append(use.formatted(k));
    }
    text.append("st.global.u32 [o], s;\nret;\n}\n");
    return PtxBoard.kernels("rates.ptx", text.toString()).get(0);
  }

  /** Differences without an explanation, and explanations without a difference. */
  public List<String> wrong() {
    return wrong;
  }

  /**
   * Returns the page of the documentation with the table in the section of a heading; {@code
   * -Dlockstep.write.docs=true} writes it.
   *
   * @return the page as it is and as it should be
   */
  public List<String> page(String heading) {
    Path file = Repository.ROOT.resolve(PAGE);
    try {
      String page = Files.readString(file);
      String begin = "<!-- %s -->\n".formatted(heading.toLowerCase(Locale.ROOT));
      int from = page.indexOf(begin) + begin.length();
      int end = page.indexOf("<!-- end -->", from);
      String made = page.substring(0, from) + table + differences() + page.substring(end);
      if (Boolean.getBoolean("lockstep.write.docs")) {
        Files.writeString(file, made);
        page = made;
      }
      return List.of(page, made);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String differences() {
    StringBuilder text = new StringBuilder(notes.isEmpty() ? "" : "\nDifferences:\n\n");
    for (int k = 0; k < notes.size(); k++) {
      text.append("%d. %s\n".formatted(k + 1, notes.get(k)));
    }
    return text.toString();
  }
}
