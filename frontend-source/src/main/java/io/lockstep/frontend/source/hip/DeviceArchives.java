// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source.hip;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Archives of a link whose members have device code to be linked with that of other objects. The
 * linker knows calls of the host only and leaves out members that kernels alone call, so such
 * archives are linked whole.
 */
public final class DeviceArchives {
  private final List<Path> folders = new ArrayList<>();
  private final List<Path> whole = new ArrayList<>();

  /**
   * Creates the archives of a link.
   *
   * @param link words of the link, {@code -L} among them
   */
  public DeviceArchives(List<String> link) {
    for (String word : link) {
      if (word.startsWith("-L")) {
        folders.add(Path.of(word.substring(2)));
      }
    }
  }

  /** Returns a word of the link as the linker gets it. */
  public List<String> linked(String word) {
    Optional<Path> archive = file(word);
    if (archive.isEmpty() || whole.contains(archive.get()) || !hasDeviceCode(archive.get())) {
      return List.of(word);
    }
    whole.add(archive.get()); // a second time its symbols would be defined twice
    return List.of("-Wl,--whole-archive", word, "-Wl,--no-whole-archive");
  }

  private Optional<Path> file(String word) {
    if (word.endsWith(".a") && !word.startsWith("-")) {
      return Optional.of(Path.of(word)).filter(Files::isRegularFile);
    }
    if (!word.startsWith("-l")) {
      return Optional.empty();
    }
    String name = word.substring(2);
    List<String> names =
        name.startsWith(":")
            ? List.of(name.substring(1))
            : List.of("lib" + name + ".so", "lib" + name + ".a");
    return folders.stream()
        .flatMap(folder -> names.stream().map(folder::resolve))
        .filter(Files::isRegularFile)
        .findFirst()
        .filter(file -> file.toString().endsWith(".a"));
  }

  private static boolean hasDeviceCode(Path archive) {
    try (FileChannel file = FileChannel.open(archive)) {
      long bytes = Math.min(file.size(), Integer.MAX_VALUE);
      return FatBinary.anyLinked(file.map(FileChannel.MapMode.READ_ONLY, 0, bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
