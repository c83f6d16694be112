// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The versions of compilers. Each is read once in a process, unless the program changes, since
 * starting a compiler takes a tenth of a second. Thread-safe.
 */
final class Toolchain {
  private static final Map<List<String>, byte[]> KNOWN = new ConcurrentHashMap<>();

  private Toolchain() {}

  /** Returns what a compiler says of its version, which is read only if it is not known. */
  static byte[] version(SourceCompiler compiler, Supplier<byte[]> read) throws IOException {
    List<String> state = new ArrayList<>(compiler.version());
    state.add(state(compiler.program()));
    byte[] known = KNOWN.get(state);
    if (known == null) {
      known = read.get();
      KNOWN.put(state, known);
    }
    return known;
  }

  private static String state(Path file) throws IOException {
    BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
    return file + " " + is.fileKey() + " " + is.size() + " " + is.lastModifiedTime().toInstant();
  }
}
