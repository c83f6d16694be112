// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.line;

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
  private final Map<String, List<String>> read = new HashMap<>();

  /** Creates an empty cache of files, relative to the workload's or trace's folder. */
  public SourceLines(Path folder) {
    this.folder = folder;
  }

  /** Returns a cache of files in the folder of a workload, a trace or a kernel file. */
  public static SourceLines beside(Path input) {
    return new SourceLines(input.toAbsolutePath().getParent());
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
