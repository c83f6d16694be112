// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.io.InputException;
import io.lockstep.io.InputFile;
import io.lockstep.kernel.frontend.KernelText;
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
 * The input of a compilation: a file, or a text generated from one or several files.
 *
 * @param file file that messages and kernels name
 * @param made generated text with line directives; empty to compile the file itself
 * @param folders include folders of a generated text
 */
record SourceProgram(String file, Optional<String> made, List<String> folders) {
  static SourceProgram of(String file) {
    return new SourceProgram(file, Optional.empty(), List.of());
  }

  /**
   * Returns the program of a file.
   *
   * @param before files whose texts precede the file's text
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

  /** Reads a file as ISO 8859-1, since comments of old sources have various encodings. */
  private static String read(String file) {
    try {
      return new String(
          InputFile.bytes(Path.of(file), KernelText.MAX_BYTES), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new InputException(
          file,
          Files.exists(Path.of(file)) ? "cannot be read: " + e.getMessage() : "no such file",
          e);
    }
  }

  /** Returns the bytes of a generated text: UTF-8 if it has characters beyond ISO 8859-1. */
  static byte[] bytes(String text) {
    return StandardCharsets.ISO_8859_1.newEncoder().canEncode(text)
        ? text.getBytes(StandardCharsets.ISO_8859_1)
        : text.getBytes(StandardCharsets.UTF_8);
  }
}
