// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The temporary files of this process. Files in the system's temporary folder are in a folder of
 * the process, {@code lockstep-PID-…}, which is deleted with the last of these files; other files
 * are in the folder of their target. {@link #deleteAll} removes all files when the process is
 * interrupted; {@link #collect}, and the next writer of the same file, remove leftovers of killed
 * processes. Other users may write into the same folders: what they make is neither opened nor
 * deleted.
 *
 * <p>A live process holds a lock, because its process id may have no meaning in another container.
 * All state is static. Thread-safe.
 */
public final class ProcessFiles {
  private static final Pattern FOLDER = Pattern.compile("lockstep-(\\d+)-\\w+");
  private static final Pattern BESIDE = Pattern.compile("\\..*\\.(\\d+)-\\d+\\.tmp");
  private static final String LOCK = "lock";

  private static final Set<Path> TRACKED = new HashSet<>(); // files in the folders of their targets
  // files and folders in the folder of the process
  private static final Set<Path> OWN = new HashSet<>();
  private static Path folder; // folder of the process; null while it has no files
  private static FileChannel lock;
  private static boolean ended;

  private ProcessFiles() {}

  /** Creates a folder, which {@link #delete} deletes. */
  public static synchronized Path newFolder() throws IOException {
    Path made = Files.createTempDirectory(folder(), "d");
    OWN.add(made);
    return made;
  }

  /**
   * Creates an empty file, which {@link #delete} deletes.
   *
   * @param suffix ending of the file name, for example {@code .ptx}
   */
  public static synchronized Path newFile(String suffix) throws IOException {
    Path made = Files.createTempFile(folder(), "f", suffix);
    OWN.add(made);
    return made;
  }

  private static Path folder() throws IOException {
    if (ended) {
      throw new IOException("the process ends");
    }
    if (folder == null) {
      collect();
      folder = Files.createTempDirectory("lockstep-" + ProcessHandle.current().pid() + "-");
      lock =
          FileChannel.open(
              folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      lock(lock);
    }
    return folder;
  }

  /** Marks this process as alive by a lock; without locks, only the process id marks it. */
  static Optional<FileLock> lock(FileChannel channel) {
    try {
      return Optional.ofNullable(channel.tryLock());
    } catch (IOException | OverlappingFileLockException e) {
      return Optional.empty();
    }
  }

  /**
   * Deletes a file or folder with its contents; failures are ignored.
   *
   * @param made file or folder returned by {@link #newFolder} or {@link #newFile}
   */
  public static synchronized void delete(Path made) {
    if (made == null || !OWN.remove(made)) {
      return; // deleted already
    }
    deleteTree(made);
    if (OWN.isEmpty()) {
      deleteFolder();
    }
  }

  private static void deleteFolder() {
    if (folder != null) {
      try {
        lock.close();
      } catch (IOException e) {
        // The end of the process releases the lock.
      }
      deleteTree(folder);
      folder = null;
    }
  }

  /** Tracks a file outside the folder of the process until {@link #forget} is called. */
  static synchronized void track(Path file) {
    TRACKED.add(file);
  }

  static synchronized void forget(Path file) {
    TRACKED.remove(file);
  }

  /** Deletes all files and prevents new ones, because the process is ending early. */
  public static synchronized void deleteAll() {
    ended = true;
    TRACKED.forEach(ProcessFiles::deleteTree);
    TRACKED.clear();
    OWN.clear();
    deleteFolder();
  }

  static Path systemFolder() {
    return Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
  }

  /** Deletes the folders of this user's killed processes. */
  public static void collect() {
    Path system = systemFolder();
    OwnFolders own = new OwnFolders(system);
    try (DirectoryStream<Path> found = Files.newDirectoryStream(system, "lockstep-*")) {
      for (Path candidate : found) {
        if (isGone(FOLDER, candidate) && own.has(candidate) && isFree(candidate.resolve(LOCK))) {
          own.delete(candidate);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // A later process collects the remaining files.
      return;
    }
  }

  /** Deletes leftovers of killed processes that were writing a file. */
  static void collectBeside(Path folder, String start) {
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(
            folder, p -> p.getFileName().toString().startsWith(start) && isGone(BESIDE, p))) {
      for (Path candidate : found) {
        if (isFree(candidate)) {
          Files.deleteIfExists(candidate);
        }
      }
    } catch (IOException e) {
      // A later process collects the remaining files.
      return;
    }
  }

  /** Returns whether a name contains the id of a process that does not exist on this machine. */
  private static boolean isGone(Pattern names, Path candidate) {
    Matcher name = names.matcher(candidate.getFileName().toString());
    return name.matches()
        && name.group(1).length() < 12
        && ProcessHandle.of(Long.parseLong(name.group(1))).filter(ProcessHandle::isAlive).isEmpty();
  }

  /**
   * Returns whether a path is a file that no process has locked. Opening a pipe would wait for its
   * reader, so only regular files are opened.
   */
  private static boolean isFree(Path locked) {
    if (!Files.isRegularFile(locked, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(locked, StandardOpenOption.WRITE)) {
      return lock(channel).isPresent();
    } catch (IOException e) {
      return false; // locked by another process, or deleted already
    }
  }

  private static void deleteTree(Path root) {
    try {
      OwnFolders.deleteTree(root);
    } catch (IOException | UncheckedIOException e) {
      // A later process collects the remaining files.
      return;
    }
  }
}
