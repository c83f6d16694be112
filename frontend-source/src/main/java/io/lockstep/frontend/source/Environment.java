// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.io.output.UserCache;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The process environment: variables, programs on the PATH, and folders.
 *
 * @param distribution the folder of the distribution that runs, if one does
 */
record Environment(Map<String, String> variables, Optional<Path> distribution) {
  Environment(Map<String, String> variables) {
    this(variables, Optional.empty());
  }

  static Environment ofProcess() {
    Optional<String> home = Optional.ofNullable(System.getProperty("lockstep.home"));
    return new Environment(System.getenv(), home.map(Path::of));
  }

  /** Returns a variable if it is set and not blank. */
  Optional<String> variable(String name) {
    return Optional.ofNullable(variables.get(name)).filter(v -> !v.isBlank());
  }

  /** Finds a program by path, or by name on the PATH. */
  Optional<Path> program(String name) {
    try {
      if (name.indexOf('/') >= 0) {
        return Optional.of(Path.of(name)).filter(Environment::runs);
      }
      for (String folder : variable("PATH").orElse("").split(":")) {
        // An empty entry means the current folder; programs in it must not be run by accident.
        if (!folder.isEmpty() && runs(Path.of(folder, name))) {
          return Optional.of(Path.of(folder, name));
        }
      }
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  private static boolean runs(Path path) {
    return Files.isRegularFile(path) && Files.isExecutable(path);
  }

  Path home() {
    return UserCache.home(variables);
  }

  /** Returns the folder of compilers and compiled kernels. */
  Path cache() {
    return UserCache.usable(variables, Diagnostics::warn);
  }
}
