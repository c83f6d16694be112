// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The SHA-256 of a compiler's version. It is computed once in a process, unless the program
 * changes, since starting a compiler takes a tenth of a second. Thread-safe.
 */
final class Toolchain {
  private static final Map<List<String>, byte[]> KNOWN = new ConcurrentHashMap<>();

  private Toolchain() {}

  /** Returns the digest of a compiler, whose version is read only if it is not known. */
  static byte[] digest(SourceCompiler compiler, Supplier<byte[]> version) throws IOException {
    List<String> state = new ArrayList<>(compiler.version());
    state.add(state(compiler.program()));
    byte[] known = KNOWN.get(state);
    if (known == null) {
      known = PtxCache.key(List.of(version.get())).getBytes(StandardCharsets.US_ASCII);
      KNOWN.put(state, known);
    }
    return known;
  }

  private static String state(Path file) throws IOException {
    BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
    return file + " " + is.fileKey() + " " + is.size() + " " + is.lastModifiedTime().toInstant();
  }
}
