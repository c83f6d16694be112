// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import io.lockstep.io.Resources;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Declarations of figures as a text, which a schema reads instead of calls of its builder.
 * Immutable and thread-safe.
 *
 * <p>{@code #} begins a comment and {@code [NAME]} a section. Each other line declares a figure in
 * five columns: path, dimension, legal values, qualifiers and definition.
 *
 * <pre>{@code
 * dram.burst      | bytes  | 8B .. 256B     | power of two        | smallest access of a channel
 * dram.look_ahead | count  | 1 .. 16        | usually 2 (1 .. 4)  | row changes ahead of its data
 * dispatch.mode   | choice | compute pixel  | optional            | how kernels run
 * l2.misses       |        | 8 .. 4096      | usually 64 (8 .. 99)
 * dram.interleave |        |                | absent
 * }</pre>
 *
 * <p>A line without a dimension narrows a figure that was declared before. The qualifiers are those
 * of {@link SpecSchema.Builder}: {@code power of two}, {@code optional}, {@code usually VALUE
 * (LEAST .. MOST)}, {@code beside OTHER}, and {@code absent} for {@link
 * SpecSchema.Builder#without}.
 */
public final class FigureTable {
  private static final String TO = " .. ";

  private final Map<String, List<String>> sections = new LinkedHashMap<>();

  private FigureTable(String text) {
    String section = "";
    for (String written : text.lines().toList()) {
      int comment = written.indexOf('#');
      String line = (comment < 0 ? written : written.substring(0, comment)).strip();
      if (line.startsWith("[")) {
        section = line.substring(1, line.length() - 1);
      } else if (!line.isEmpty()) {
        sections.computeIfAbsent(section, s -> new ArrayList<>()).add(line);
      }
    }
  }

  /**
   * {@return the table of a stream, which is closed}
   *
   * @param in the table's text, a resource of the module that declares the figures; not null
   */
  public static FigureTable of(InputStream in) {
    return new FigureTable(Resources.text(in));
  }

  /**
   * {@return the figures of a section, as a part of a schema}
   *
   * @param name name of the section
   * @throws IllegalArgumentException if the table has no such section; {@link Part#declare} throws
   *     it for an error in a line, which the message quotes
   */
  public Part section(String name) {
    return section(name, "");
  }

  /**
   * {@return the figures of a section, for what a device can have twice}
   *
   * @param name name of the section
   * @param prefix stands before each path, for example {@code l1.}
   * @throws IllegalArgumentException as for {@link #section(String)}
   */
  public Part section(String name, String prefix) {
    List<String> lines = sections.get(name);
    if (lines == null) {
      throw new IllegalArgumentException("no section [" + name + "]");
    }
    return keys -> lines.forEach(line -> declare(keys, name, prefix, line));
  }

  private static void declare(SpecSchema.Builder keys, String section, String prefix, String line) {
    // No regular expressions: every run of the program declares hundreds of figures.
    String[] cells = words(line, "\\|");
    try {
      declare(keys, prefix + cells[0], cells);
    } catch (ArrayIndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IllegalArgumentException("[" + section + "] " + line + ": " + e.getMessage(), e);
    }
  }

  private static void declare(SpecSchema.Builder keys, String path, String[] cells) {
    if (cells[1].isEmpty()) {
      keys.key(path);
    } else {
      String dimension = cells[1].toUpperCase(Locale.ROOT).replace(' ', '_');
      keys.key(path, Dimension.valueOf(dimension), cells[4]);
    }
    Dimension dimension = keys.dimension();
    int to = cells[2].indexOf(TO);
    if (to >= 0) {
      keys.between(
          dimension.parse(cells[2].substring(0, to)),
          dimension.parse(cells[2].substring(to + TO.length())));
    } else if (!cells[2].isEmpty()) {
      keys.oneOf(words(cells[2], " "));
    }
    for (String qualifier : cells[3].isEmpty() ? new String[0] : words(cells[3], ",")) {
      qualify(keys, path, qualifier);
    }
  }

  private static String[] words(String text, String separator) {
    return Arrays.stream(text.split(separator, -1)).map(String::strip).toArray(String[]::new);
  }

  private static void qualify(SpecSchema.Builder keys, String path, String qualifier) {
    String[] words = words(qualifier, " ");
    if (words[0].equals("usually")) {
      keys.usually(words[1], words[2].substring(1), words[4].substring(0, words[4].length() - 1));
    } else if (words[0].equals("beside")) {
      keys.beside(words[1]);
    } else {
      switch (qualifier) {
        case "power of two" -> keys.powerOfTwo();
        case "optional" -> keys.optional();
        case "absent" -> keys.without(path);
        default -> throw new IllegalArgumentException("no qualifier '" + qualifier + "'");
      }
    }
  }
}
