// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The files of launched kernels, and their names in the trace: the file name without folders, with
 * a number before its ending where an earlier file has the same. Not thread-safe.
 */
final class LiveFiles {
  /** Texts beyond this size, together, are not kept. */
  private static final long MOST_BYTES = 16L << 20;

  private final Map<String, String> names = new LinkedHashMap<>();

  /** Adds a file, if it is new. */
  void add(String path) {
    if (!names.containsKey(path)) {
      String name = path.substring(1 + path.lastIndexOf('/'));
      int dot = name.lastIndexOf('.') < 0 ? name.length() : name.lastIndexOf('.');
      String unique = name;
      for (int i = 2; names.containsValue(unique); i++) {
        unique = name.substring(0, dot) + "-" + i + name.substring(dot);
      }
      names.put(path, unique);
    }
  }

  /** Returns the name of a file that was added. */
  String name(String path) {
    return names.get(path);
  }

  /** Returns the texts by name; without those that cannot be read on this machine. */
  SortedMap<String, String> texts() {
    SortedMap<String, String> texts = new TreeMap<>();
    long left = MOST_BYTES;
    for (Map.Entry<String, String> file : names.entrySet()) {
      Path path = Path.of(file.getKey());
      try {
        if (Files.isRegularFile(path) && Files.size(path) <= left) {
          byte[] bytes = Files.readAllBytes(path);
          left -= bytes.length;
          texts.put(file.getValue(), new String(bytes, StandardCharsets.UTF_8));
        }
      } catch (IOException e) {
        continue; // results then name its lines without their text
      }
    }
    return texts;
  }
}
