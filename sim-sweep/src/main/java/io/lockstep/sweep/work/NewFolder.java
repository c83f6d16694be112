// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

import io.lockstep.io.Digests;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.io.ShellWord;
import io.lockstep.io.output.OutputFile;
import io.lockstep.sweep.store.SweepFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Creates the folder of a sweep, or opens an existing one with the same plan. */
public final class NewFolder {
  public static final String PLAN = "sweep.yaml";

  /** Files that an interrupted creation may leave behind. */
  private static final Set<String> OURS =
      Set.of(PLAN, "results", "rounds", "cache", "logs", "driver", "driver.lock");

  private static final int MOST_SHOWN = 3; // number of lines shown

  private NewFolder() {}

  /**
   * Creates a folder, or returns an existing one with the same plan.
   *
   * @param plan text of the frozen sweep file
   * @param plugins folders with jars of device modules, recorded in the folder
   * @throws InputException if the folder has another plan, or is not a sweep folder
   * @throws OutputException if it cannot be written
   */
  public static SweepFolder of(
      Path root, String plan, long points, String lockstep, List<Path> plugins) {
    check(root, plan);
    if (SweepFolder.isOne(root)) {
      return SweepFolder.open(root);
    }
    try {
      Files.createDirectories(root);
      try (OutputFile file = new OutputFile(root.resolve(PLAN))) {
        file.write(plan.getBytes(StandardCharsets.UTF_8));
        file.commit();
      }
    } catch (IOException e) {
      throw new OutputException(root.toString(), e);
    }
    return new SweepFolder(root, points, Digests.sha256(plan), lockstep, absolute(plugins))
        .create();
  }

  /**
   * Checks that a folder is new, empty, or holds the sweep of this plan.
   *
   * @param plan text of the frozen sweep file
   * @throws InputException if the folder has another plan, or is not a sweep folder
   */
  public static void check(Path root, String plan) {
    if (!SweepFolder.isOne(root)) {
      refuseOthers(root);
    }
    if (SweepFolder.isOne(root) && !SweepFolder.open(root).plan().equals(Digests.sha256(plan))) {
      throw new InputException(
          root.toString(),
          "is a sweep of another plan: "
              + difference(read(root.resolve(PLAN)), plan)
              + "; name another folder, or go on with that one: lockstep sweep resume "
              + ShellWord.of(root));
    }
  }

  private static List<Path> absolute(List<Path> folders) {
    return folders.stream().map(f -> f.toAbsolutePath().normalize()).toList();
  }

  private static void refuseOthers(Path root) {
    if (!Files.exists(root)) {
      return;
    }
    if (!Files.isDirectory(root)) {
      throw new InputException(root.toString(), "is a file; a sweep wants a folder of its own");
    }
    try (Stream<Path> files = Files.list(root)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        boolean ours = OURS.contains(name) || name.startsWith(".");
        if (!ours && !SweepFolder.isOne(root)) { // another driver may have made it one meanwhile
          throw new InputException(
              root.toString(), "has other files in it (" + name + "); a sweep wants its own");
        }
      }
    } catch (IOException e) {
      throw new OutputException(root.toString(), e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new InputException(file.toString(), "cannot be read: " + OutputException.reason(e), e);
    }
  }

  /** Describes the first differing lines of two plans. */
  private static String difference(String there, String asked) {
    List<String> old = there.lines().map(String::strip).toList();
    List<String> now = asked.lines().map(String::strip).toList();
    String onlyOld = only(old, now);
    String onlyNow = only(now, old);
    if (onlyOld.isEmpty() && onlyNow.isEmpty()) {
      return "the same lines stand in another order";
    }
    return (onlyOld.isEmpty() ? "" : "only it has " + onlyOld)
        + (onlyOld.isEmpty() || onlyNow.isEmpty() ? "" : ", ")
        + (onlyNow.isEmpty() ? "" : "it has no " + onlyNow);
  }

  private static String only(List<String> one, List<String> other) {
    return one.stream()
        .filter(line -> !other.contains(line))
        .limit(MOST_SHOWN)
        .map(line -> "'" + line + "'")
        .collect(Collectors.joining(", "));
  }

  /**
   * Returns the frozen sweep file of a folder.
   *
   * @throws InputException if the file was modified since the folder was created
   */
  public static Path plan(SweepFolder sweep) {
    Path file = sweep.root().resolve(PLAN);
    if (!Digests.sha256(read(file)).equals(sweep.plan())) {
      throw new InputException(
          file.toString(),
          "was changed since the sweep was made; what is changed is another sweep, in another"
              + " folder");
    }
    return file;
  }
}
