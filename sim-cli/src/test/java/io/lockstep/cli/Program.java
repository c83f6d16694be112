// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command as a program of its own, made of what the tests run with: for shells and nodes. */
final class Program {
  private Program() {}

  /**
   * Writes its launcher.
   *
   * @param home where {@code bin/lockstep} is put
   * @return the launcher
   */
  static Path in(Path home) throws IOException {
    String path =
        Stream.of(
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path", ""))
            .flatMap(p -> Stream.of(p.split(File.pathSeparator)))
            .filter(p -> !p.isEmpty())
            .distinct()
            .collect(Collectors.joining(File.pathSeparator));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path launcher = Files.createDirectories(home.resolve("bin")).resolve("lockstep");
    Files.writeString(
        launcher,
        "#!/bin/sh\nexec '"
            + java
            + "' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto '-Dlockstep.home="
            + home
            + "' -cp '"
            + path
            + "' "
            + Main.class.getName()
            + " \"$@\"\n");
    if (!launcher.toFile().setExecutable(true)) {
      throw new IOException(launcher + " cannot be made executable");
    }
    return launcher;
  }
}
