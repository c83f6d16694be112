// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/**
 * A program that behaves like clang as far as it is called here: {@code -E} prints the source and
 * {@code included.h} beside it, {@code -S} prints a kernel, {@code -c} writes bitcode, {@code
 * --version} prints the content of a file. Every compilation adds a line to {@code compiled}, every
 * question for the version one to {@code asked}.
 */
final class FakeClang {
  private static final String PTX =
      """
      .version 8.5
      .target sm_60
      .address_size 64
      .visible .entry k(.param .u64 a)
      {
        ret;
      }
      """;

  final Path folder;
  final Path source;

  FakeClang(Path folder) throws IOException {
    this.folder = folder;
    source = Files.writeString(folder.resolve("k.cl"), "__kernel void k(__global int *a) {}\n");
    Files.writeString(folder.resolve("included.h"), "#define N 1\n");
    Files.writeString(folder.resolve("version"), "fake clang version 19.1.7\n");
    Files.writeString(folder.resolve("k.ptx"), PTX);
    Files.createFile(folder.resolve("compiled"));
    behaves(
        """
        echo compiled >> "$here/compiled"
        printf '%s\\n' "$@" > "$here/arguments"
        cat "$here/k.ptx"
        """);
  }

  /** Installs another version. */
  void version(String version) throws IOException {
    Files.writeString(folder.resolve("version"), version + "\n");
    Path script = folder.resolve("clang");
    Path again = Files.copy(script, folder.resolve("again"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.move(again, script, StandardCopyOption.REPLACE_EXISTING);
  }

  /** What it does when asked for PTX. */
  void behaves(String compile) throws IOException {
    Path script =
        Files.writeString(
            folder.resolve("clang"),
            """
            #!/bin/sh
            here="$(dirname "$0")"
            case " $* " in
              *" --version "*) echo asked >> "$here/asked"; cat "$here/version"; exit 0 ;;
              *" -E "*) cat "$here/k.cl" "$here/included.h"; exit 0 ;;
              *" -c "*) for last; do :; done; echo bitcode > "$last"; exit 0 ;;
            esac
            """
                + compile);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The machine that has this compiler only; its cache is in the folder. */
  Environment machine() {
    return new Environment(
        Map.of(
            "LOCKSTEP_CLANG", folder.resolve("clang").toString(),
            "XDG_CACHE_HOME", folder.resolve("cache").toString()));
  }

  int versionsAsked() throws IOException {
    return Files.readAllLines(folder.resolve("asked")).size();
  }

  int compilations() throws IOException {
    return Files.readAllLines(folder.resolve("compiled")).size();
  }

  List<String> arguments() throws IOException {
    return Files.readAllLines(folder.resolve("arguments"));
  }
}
