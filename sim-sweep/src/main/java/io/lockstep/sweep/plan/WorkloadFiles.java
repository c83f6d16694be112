// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.observe.Glob;
import io.lockstep.sweep.file.Item;
import io.lockstep.sweep.file.WorkloadEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

final class WorkloadFiles {
  private static final int MOST = 10_000;

  private WorkloadFiles() {}

  static String stem(Path file) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return dot <= 0 ? name : name.substring(0, dot);
  }

  /** Returns all matching files as sorted absolute paths. */
  static List<Path> of(WorkloadEntry entry) {
    Item item = entry.file();
    Path pattern;
    try {
      pattern = entry.folder().resolve(item.text()).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw new InputException(item.where(), "'" + item.text() + "' is not a path", e);
    }
    if (Files.isRegularFile(pattern)) {
      return List.of(pattern);
    }
    if (!isPattern(item.text())) {
      throw new InputException(item.where(), missing(item, pattern));
    }
    List<Path> found = List.of(pattern.getRoot());
    for (int i = 0; i < pattern.getNameCount(); i++) {
      String name = pattern.getName(i).toString();
      boolean last = i == pattern.getNameCount() - 1;
      List<Path> next = new ArrayList<>();
      for (Path folder : found) {
        if (isPattern(name)) {
          next.addAll(matching(folder, new Glob(name), last));
        } else if (Files.exists(folder.resolve(name))) {
          next.add(folder.resolve(name));
        }
      }
      if (next.size() > MOST) {
        throw new InputException(
            item.where(),
            "the pattern '" + item.text() + "' fits more than " + MOST + " files or folders");
      }
      found = next;
    }
    if (found.isEmpty()) {
      throw new InputException(item.where(), "no workload fits the pattern '" + item.text() + "'");
    }
    return found;
  }

  private static boolean isPattern(String text) {
    return text.contains("*") || text.contains("?");
  }

  private static boolean isWorkload(Path file) {
    String name = file.toString();
    return (name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".lkt"))
        && Files.isRegularFile(file);
  }

  private static List<Path> matching(Path folder, Glob glob, boolean last) {
    return list(folder).stream()
        .filter(f -> glob.matches(f.getFileName().toString()))
        .filter(f -> last ? isWorkload(f) : Files.isDirectory(f))
        .toList();
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException | java.io.UncheckedIOException e) {
      return List.of(); // no match if the folder does not exist or is not readable
    }
  }

  private static String missing(Item item, Path path) {
    TreeSet<String> beside = new TreeSet<>();
    Path folder = path.getParent();
    if (folder != null) {
      list(folder).stream()
          .filter(WorkloadFiles::isWorkload)
          .forEach(f -> beside.add(f.getFileName().toString()));
    }
    String name = path.getFileName() == null ? "" : path.getFileName().toString();
    return "there is no workload '" + item.text() + "'" + Suggestions.nearHint(name, beside);
  }
}
