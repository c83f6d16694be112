// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

final class SeedFiles {
  private SeedFiles() {}

  /** Returns the files with a suffix, by relative path with separators replaced. */
  static SortedMap<String, byte[]> below(Path root, List<String> folders, String ending, int most)
      throws IOException {
    SortedMap<String, byte[]> seeds = new TreeMap<>();
    for (String folder : folders) {
      try (Stream<Path> files = Files.walk(root.resolve(folder))) {
        for (Path file : files.filter(f -> f.toString().endsWith(ending)).toList()) {
          if (Files.isRegularFile(file) && Files.size(file) <= most) {
            seeds.put(root.relativize(file).toString().replace('/', '-'), Files.readAllBytes(file));
          }
        }
      }
    }
    if (seeds.isEmpty()) {
      throw new IOException("no " + ending + " below " + folders + " of " + root);
    }
    return seeds;
  }
}
