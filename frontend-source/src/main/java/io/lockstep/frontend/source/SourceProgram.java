package io.lockstep.frontend.source;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.ProgramText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is compiled: a file as it is, or a text made of one or several files.
 *
 * @param file the file that messages and kernels name
 * @param made the text, if it is not the file's own; it names the files that its lines are of
 * @param folders of the files, where a made text looks for included ones
 */
record SourceProgram(String file, Optional<String> made, List<String> folders) {
  /** A file as it is. */
  static SourceProgram of(String file) {
    return new SourceProgram(file, Optional.empty(), List.of());
  }

  /**
   * The program of a file.
   *
   * @param text the file's
   * @param before files whose texts stand before it
   */
  static SourceProgram of(String file, String text, List<String> before) {
    String own = part(file, text);
    if (before.isEmpty() && own.equals(text)) {
      return of(file);
    }
    List<String> files = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (String other : before) {
      files.add(absolute(other));
      texts.add(part(other, read(other)));
    }
    files.add(absolute(file));
    texts.add(own);
    Set<String> folders = new LinkedHashSet<>();
    for (int i = files.size() - 1; i >= 0; i--) {
      folders.add(Path.of(files.get(i)).getParent().toString());
    }
    return new SourceProgram(
        file, Optional.of(ProgramText.joined(files, texts)), List.copyOf(folders));
  }

  private static String part(String file, String text) {
    return file.endsWith(".cu") ? text : ProgramText.of(file, text);
  }

  private static String absolute(String file) {
    return Path.of(file).toAbsolutePath().normalize().toString();
  }

  /** Comments of old sources are in other encodings, which no compiler minds. */
  private static String read(String file) {
    try {
      return new String(Files.readAllBytes(Path.of(file)), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new InputException(
          file,
          Files.exists(Path.of(file)) ? "cannot be read: " + e.getMessage() : "no such file",
          e);
    }
  }

  /** The bytes of a made text; characters beyond those of one byte are written as UTF-8. */
  static byte[] bytes(String text) {
    return StandardCharsets.ISO_8859_1.newEncoder().canEncode(text)
        ? text.getBytes(StandardCharsets.ISO_8859_1)
        : text.getBytes(StandardCharsets.UTF_8);
  }
}
