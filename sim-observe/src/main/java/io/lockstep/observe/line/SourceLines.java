// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.line;

import io.lockstep.trace.file.TraceFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The text of kernels' source lines, if their files can be read; a trace may come from another
 * machine. Files beyond 16 MiB count as unreadable. Not thread-safe.
 */
public final class SourceLines {
  private static final long LARGEST = 16L << 20;

  private final Path folder;
  private final Map<String, String> kept;
  private final Map<String, List<String>> read = new HashMap<>();

  /** Creates an empty cache of files, relative to the workload's or trace's folder. */
  public SourceLines(Path folder) {
    this(folder, Map.of());
  }

  private SourceLines(Path folder, Map<String, String> kept) {
    this.folder = folder;
    this.kept = kept;
  }

  /**
   * Returns a cache of files that a trace keeps, else of those in the folder of a workload, a trace
   * or a kernel file.
   */
  public static SourceLines beside(Path input) {
    Path folder = input.toAbsolutePath().getParent();
    if (!TraceFile.isTrace(input)) {
      return new SourceLines(folder);
    }
    try (TraceFile trace = TraceFile.open(input)) {
      return new SourceLines(folder, trace.sources());
    }
  }

  /** Returns a line without surrounding blanks, and with single blanks inside; empty if unknown. */
  public String line(String source, int line) {
    List<String> lines = lines(source);
    return line < 1 || line > lines.size()
        ? ""
        : lines.get(line - 1).strip().replaceAll("\\s+", " ");
  }

  /** Returns the lines of a file; none if it cannot be read. */
  public List<String> lines(String source) {
    return read.computeIfAbsent(source, this::readLines);
  }

  private List<String> readLines(String source) {
    if (kept.containsKey(source)) {
      return kept.get(source).lines().toList();
    }
    Path path = folder.resolve(source);
    try {
      return Files.isRegularFile(path) && Files.size(path) <= LARGEST
          ? new String(Files.readAllBytes(path), StandardCharsets.UTF_8).lines().toList()
          : List.of();
    } catch (IOException e) {
      return List.of();
    }
  }
}
