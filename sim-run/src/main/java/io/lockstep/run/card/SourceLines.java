package io.lockstep.run.card;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The text of kernels' source lines, where their files can be read; a trace may have come from
 * another machine. Files beyond 16 MiB count as unreadable. Not thread-safe.
 */
public final class SourceLines {
  private static final long LARGEST = 16L << 20;

  private final Map<String, List<String>> read = new HashMap<>();

  /** Reads nothing before it is asked. */
  public SourceLines() {}

  /**
   * A line without the blanks around it, those inside it single.
   *
   * @param source file name as kernels have it
   * @param line from 1
   * @return its text, or an empty one
   */
  public String line(String source, int line) {
    List<String> lines = read.computeIfAbsent(source, SourceLines::lines);
    return line < 1 || line > lines.size()
        ? ""
        : lines.get(line - 1).strip().replaceAll("\\s+", " ");
  }

  private static List<String> lines(String source) {
    Path path = Path.of(source);
    try {
      return Files.isRegularFile(path) && Files.size(path) <= LARGEST
          ? new String(Files.readAllBytes(path), StandardCharsets.UTF_8).lines().toList()
          : List.of();
    } catch (IOException e) {
      return List.of(); // what cannot be read is left out, as documented
    }
  }
}
