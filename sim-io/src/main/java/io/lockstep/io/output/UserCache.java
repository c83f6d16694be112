// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The user's folder for files that later commands use again, such as compiled kernels. */
public final class UserCache {
  /** The home folder of users that have none, by Debian's policy; it does not exist. */
  private static final String NO_HOME = "/nonexistent";

  private UserCache() {}

  /**
   * Returns the folder: below XDG_CACHE_HOME if that is absolute (XDG Base Directory Specification
   * 0.8), otherwise below {@code ~/.cache}. The home folder is HOME, or what the system knows of
   * the user. A relative one is ignored: it would name a folder below the current one.
   *
   * @param variables the process's environment
   */
  public static Path folder(Map<String, String> variables) {
    return absolute(variables.get("XDG_CACHE_HOME"))
        .orElse(home(variables).resolve(".cache"))
        .resolve("lockstep");
  }

  /** Returns the user's home folder, which need not exist. */
  public static Path home(Map<String, String> variables) {
    return Stream.of(variables.get("HOME"), System.getProperty("user.home"))
        .flatMap(text -> absolute(text).stream())
        .findFirst()
        .orElse(Path.of(NO_HOME));
  }

  private static Optional<Path> absolute(String text) {
    return Optional.ofNullable(text)
        .filter(t -> !t.isBlank())
        .map(Path::of)
        .filter(Path::isAbsolute);
  }

  /** Returns whether files can be made in a folder, which is made if necessary. */
  public static boolean isWritable(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, "write", ".tmp"));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
