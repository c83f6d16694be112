// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Unique short labels of workload files: the file name without its extension, with as many parent
 * folders as needed to make it unique; the whole path of files that differ in their extension
 * alone.
 */
public final class Labels {
  private final Map<Path, String> labels = new HashMap<>(); // never iterated

  public Labels(Collection<Path> files) {
    Collection<Path> left = new TreeSet<>(files);
    for (int names = 1; !left.isEmpty(); names++) {
      Map<String, Integer> counts = new TreeMap<>();
      for (Path file : left) {
        counts.merge(label(file, names), 1, Integer::sum);
      }
      int wanted = names;
      left.removeIf(
          file -> {
            String label = label(file, wanted);
            boolean alone = counts.get(label) == 1 && !labels.containsValue(label);
            if (alone || wanted > file.getNameCount()) {
              labels.put(file, alone ? label : file.toString());
              return true;
            }
            return false;
          });
    }
  }

  private static String label(Path file, int names) {
    int all = file.getNameCount();
    String text = file.subpath(Math.max(0, all - names), all).toString().replace('\\', '/');
    int dot = text.lastIndexOf('.');
    return dot > text.lastIndexOf('/') + 1 && text.endsWith("ml") ? text.substring(0, dot) : text;
  }

  public String of(Path file) {
    return labels.get(file);
  }
}
