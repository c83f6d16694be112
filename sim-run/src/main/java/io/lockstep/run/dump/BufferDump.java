package io.lockstep.run.dump;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A wish to see what a buffer holds at the end.
 *
 * @param buffer its name in the workload
 * @param file where it goes; the ending chooses the format
 */
public record BufferDump(String buffer, Path file) {
  /** What {@code --dump} takes. */
  public static final String FORM = "NAME=FILE with an ending .bin, .npy or .csv";

  /**
   * Reads {@code c=c.npy}; empty where it is not of that form.
   *
   * @param text as the user gave it
   * @return the wish; whether there is such a buffer shows later
   */
  public static Optional<BufferDump> parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 1 || equals == text.length() - 1) {
      return Optional.empty();
    }
    try {
      Path file = Path.of(text.substring(equals + 1));
      return DumpFormat.of(file).map(f -> new BufferDump(text.substring(0, equals), file));
    } catch (java.nio.file.InvalidPathException e) {
      return Optional.empty();
    }
  }

  DumpFormat format() {
    return DumpFormat.of(file).orElseThrow();
  }

  String where() {
    return "--dump " + buffer + "=" + file;
  }
}
