package io.lockstep.run.validation;

import io.lockstep.io.OutputException;
import io.lockstep.io.output.OutputFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Simulations that are done, in a folder: a file each, named by what was asked for, written beside
 * its name and renamed. What is read back is believed where its last line is the SHA-256 of the
 * others; anything else counts as not there. Only results that do not depend on the machine are
 * kept. Thread-safe.
 */
final class PointStore {
  private static final String FORM = "lockstep validation point 1";
  private static final String ENDING = ".point";

  private final Path folder;
  private final Function<Point, String> keys;

  /**
   * A store in a folder, which is made where it is not there.
   *
   * @param folder for these files alone
   * @param keys what was asked for, as a file's name
   */
  PointStore(Path folder, Function<Point, String> keys) {
    this.folder = folder;
    this.keys = keys;
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new OutputException(folder.toString(), e);
    }
  }

  /** What is known of a simulation. */
  Optional<PointResult> find(Point point) {
    try {
      Path file = file(point);
      return Files.isRegularFile(file) ? parse(Files.readString(file)) : Optional.empty();
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // damaged in whatever way: simulated again
    }
  }

  /** Keeps a result. */
  void add(Point point, PointResult result) {
    if (result.status() == RowStatus.FAILED || result.status() == RowStatus.BAD_INPUT) {
      return;
    }
    StringBuilder text = new StringBuilder(FORM).append('\n');
    line(text, "status", result.status().name());
    line(text, "message", result.message());
    line(text, "cycles", Long.toString(result.cycles()));
    line(text, "picos", Long.toString(result.picos()));
    line(text, "kernel_picos", Long.toString(result.kernelPicos()));
    result.parameters().forEach((name, value) -> line(text, "p." + name, value));
    result.statistics().forEach((name, value) -> line(text, "s." + name, value.toPlainString()));
    text.append(PointKeys.sha256(text.toString())).append('\n');
    try (OutputFile file = new OutputFile(file(point))) {
      file.write(text.toString().getBytes(StandardCharsets.UTF_8));
      file.commit();
    }
  }

  private Path file(Point point) {
    return folder.resolve(keys.apply(point) + ENDING);
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(encoded(name)).append(' ').append(encoded(value)).append('\n');
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String text) {
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }

  private static Optional<PointResult> parse(String text) {
    List<String> lines = text.lines().toList();
    int end = text.lastIndexOf('\n', text.length() - 2) + 1;
    if (lines.size() < 2
        || !lines.get(0).equals(FORM)
        || !text.substring(end).equals(PointKeys.sha256(text.substring(0, end)) + "\n")) {
      return Optional.empty();
    }
    SortedMap<String, String> fields = new TreeMap<>();
    SortedMap<String, String> parameters = new TreeMap<>();
    SortedMap<String, BigDecimal> statistics = new TreeMap<>();
    for (String line : lines.subList(1, lines.size() - 1)) {
      String[] sides = line.split(" ", -1);
      String name = decoded(sides[0]);
      String value = decoded(sides[1]);
      if (name.startsWith("p.")) {
        parameters.put(name.substring(2), value);
      } else if (name.startsWith("s.")) {
        statistics.put(name.substring(2), new BigDecimal(value));
      } else {
        fields.put(name, value);
      }
    }
    return Optional.of(
        new PointResult(
            RowStatus.valueOf(fields.get("status")),
            null,
            fields.get("message"),
            Long.parseLong(fields.get("cycles")),
            Long.parseLong(fields.get("picos")),
            Long.parseLong(fields.get("kernel_picos")),
            parameters,
            statistics));
  }

  /** Deletes the folder and what this store has put into it; other files stay, and it with them. */
  static void delete(Path folder) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + ENDING)) {
      for (Path file : files) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      return; // nobody needs it any more, and nobody is harmed by it
    }
  }
}
