// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.output;

import io.lockstep.io.OutputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The user's folder for files that later commands use again, such as compiled kernels. */
public final class UserCache {
  /** The home folder of users that have none, by Debian's policy; it does not exist. */
  private static final String NO_HOME = "/nonexistent";

  private static final Map<Path, Path> USABLE = new ConcurrentHashMap<>();

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

  /**
   * Returns the folder if this user can keep programs in it, or else one in the temporary folder.
   * Later commands use that one, too, if only this user has access to it; what it holds is
   * executed.
   *
   * @param variables the process's environment
   * @param notes receives a line if it is the other folder, once in a process
   */
  public static Path usable(Map<String, String> variables, Consumer<String> notes) {
    return USABLE.computeIfAbsent(
        folder(variables), wanted -> choose(wanted, ProcessFiles.systemFolder(), notes));
  }

  static Path choose(Path wanted, Path temporary, Consumer<String> notes) {
    Optional<String> problem = problem(wanted);
    if (problem.isEmpty()) {
      return wanted;
    }
    Path other = null;
    String whose = "";
    try {
      other = OwnFolders.kept(temporary, "lockstep-cache-");
    } catch (IOException e) {
      whose = " and for this command alone";
    }
    try {
      if (other == null || problem(other).isPresent()) {
        other = ProcessFiles.newFolder();
        whose = " and for this command alone";
      }
    } catch (IOException e) {
      throw new OutputException(temporary.toString(), e);
    }
    notes.accept(
        "%s %s, so compilers, drivers and compiled kernels are kept in %s%s"
            .formatted(wanted, problem.get(), other, whose));
    return other;
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

  /** Returns why programs cannot be kept in a folder, which is made if necessary. */
  private static Optional<String> problem(Path folder) {
    try {
      Files.createDirectories(folder, OwnFolders.PROGRAM);
      if (OwnFolders.isOfAnother(folder)) {
        return Optional.of("belongs to another user or can be written by one");
      }
      Path made = Files.createTempFile(folder, "write", ".tmp", OwnFolders.PROGRAM);
      boolean executable = Files.isExecutable(made);
      Files.delete(made);
      return executable
          ? Optional.empty()
          : Optional.of("is in a file system without execution (noexec)");
    } catch (IOException | UnsupportedOperationException e) {
      return Optional.of("cannot be written");
    }
  }
}
