// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import java.nio.file.Path;
import java.util.Optional;

/** The user's folder for compiled drivers and the sources of programs. */
final class ProgramCache {
  private ProgramCache() {}

  /**
   * Returns the folder: below XDG_CACHE_HOME if that is absolute (XDG Base Directory Specification
   * 0.8), otherwise below {@code ~/.cache}.
   */
  static Path folder() {
    Path home = Path.of(System.getProperty("user.home", "/tmp"), ".cache");
    return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
        .filter(text -> !text.isBlank())
        .map(Path::of)
        .filter(Path::isAbsolute)
        .orElse(home)
        .resolve("lockstep");
  }
}
