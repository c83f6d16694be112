package io.lockstep.frontend.source;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What the machine offers: variables, programs on the PATH, a folder for what may be made again.
 *
 * @param variables of the process
 */
record Environment(Map<String, String> variables) {
  static Environment ofProcess() {
    return new Environment(System.getenv());
  }

  /** A variable that is set to something. */
  Optional<String> variable(String name) {
    return Optional.ofNullable(variables.get(name)).filter(v -> !v.isBlank());
  }

  /** A program: a path, or a name to be found on the PATH. */
  Optional<Path> program(String name) {
    try {
      if (name.indexOf('/') >= 0) {
        return Optional.of(Path.of(name)).filter(Environment::runs);
      }
      for (String folder : variable("PATH").orElse("").split(":")) {
        // An empty entry means the current folder: nothing is run from there by accident.
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

  /**
   * Where compiled kernels are kept: below XDG_CACHE_HOME, which must be absolute (XDG Base
   * Directory Specification 0.8), else below {@code ~/.cache}.
   */
  Path cache() {
    Path home = Path.of(variable("HOME").orElse(System.getProperty("user.home", "/tmp")), ".cache");
    return variable("XDG_CACHE_HOME")
        .map(Path::of)
        .filter(Path::isAbsolute)
        .orElse(home)
        .resolve("lockstep");
  }
}
