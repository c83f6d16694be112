// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

public final class WorkloadFolders {
  private WorkloadFolders() {}

  /** Replaces folders by the workload files below them, sorted; unreadable files are kept. */
  static List<Path> files(List<Path> named) {
    List<Path> files = new ArrayList<>();
    for (Path path : named) {
      if (Files.isDirectory(path)) {
        files.addAll(below(path));
      } else {
        files.add(path);
      }
    }
    return files;
  }

  private static List<Path> below(Path folder) {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files =
          all.filter(f -> f.toString().matches(".*\\.ya?ml"))
              .filter(WorkloadFolders::isWorkload)
              .sorted()
              .toList();
    } catch (IOException | java.io.UncheckedIOException e) {
      throw new InputException(
          folder.toString(), "cannot be read: " + OutputException.reason(ioOf(e)), e);
    }
    if (files.isEmpty()) {
      throw new InputException(
          folder.toString(), "has no workload in it: a file that ends in .yaml and has 'steps'");
    }
    return files;
  }

  private static IOException ioOf(Exception e) {
    return e instanceof IOException io ? io : ((java.io.UncheckedIOException) e).getCause();
  }

  private static boolean isWorkload(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try {
      YamlNode root = YamlFile.read(file);
      return root.isMap() && root.asMap().has("steps");
    } catch (InputException e) {
      return true; // the workload's rows report the error
    }
  }
}
