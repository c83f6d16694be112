// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.line;

import io.lockstep.kernel.frontend.CompiledLines;
import io.lockstep.kernel.frontend.KernelFrontend;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Maps a kernel's lines to its own file, or to the source that it was compiled from if known. */
public final class LinePlaces {
  /**
   * A line of a file as named by the kernel or its text, or one of the special lines, whose numbers
   * are not positive and which have no file.
   *
   * @param text text of the line; empty if it is unreadable or the line is special
   */
  public record Place(String file, int line, String text) {
    /** Returns the place of a special line. */
    public static Place special(int line) {
      return new Place("", line, "");
    }

    /** Returns whether this is a line of a file. */
    public boolean isLine() {
      return line > 0;
    }
  }

  /** Maps each line to itself, without text. */
  public static final LinePlaces NOWHERE = new LinePlaces(new SourceLines(Path.of("")), List.of());

  private final SourceLines sources;
  private final List<KernelFrontend> frontends;
  private final Map<String, Optional<CompiledLines>> tables = new HashMap<>(); // never iterated

  /**
   * Creates an empty cache. Front-ends map lines to the source that a kernel was compiled from;
   * without any, places are in the kernels' own files.
   */
  public LinePlaces(SourceLines sources, List<KernelFrontend> frontends) {
    this.sources = sources;
    this.frontends = List.copyOf(frontends);
  }

  /** Returns the place of a line of a kernel's text. */
  public Place place(String file, int line) {
    CompiledLines table = tables.computeIfAbsent(file, this::table).orElse(null);
    int from = table == null ? 0 : table.line(line);
    if (from == 0) {
      return new Place(file, line, sources.line(file, line));
    }
    String source = beside(file, table.file());
    return new Place(source, from, sources.line(source, from));
  }

  /** Returns the place of a line of a kernel's text, or of a special line. */
  public Place placeOrSpecial(String file, int line) {
    return line > 0 ? place(file, line) : Place.special(line);
  }

  private Optional<CompiledLines> table(String file) {
    for (KernelFrontend frontend : frontends) {
      if (frontend.extensions().stream().anyMatch(e -> file.endsWith("." + e))) {
        return frontend.compiledLines(String.join("\n", sources.lines(file)));
      }
    }
    return Optional.empty();
  }

  /** Returns the source in the kernel's folder; the recorded folder may be another machine's. */
  private static String beside(String file, String source) {
    String name = source.substring(1 + Math.max(source.lastIndexOf('/'), source.lastIndexOf('\\')));
    return file.substring(0, 1 + file.lastIndexOf('/')) + name;
  }
}
