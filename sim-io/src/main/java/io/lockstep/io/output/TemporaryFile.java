// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;

/**
 * A temporary file that replaces its target when it is complete: {@code .NAME.PID-N.tmp}. The
 * process id distinguishes leftovers of a killed process from the files of a live process. A
 * process that ends normally or by an interrupt leaves none.
 */
final class TemporaryFile {
  private static final int LONGEST_NAME = 200; // in bytes; with the additions at most 255
  private static final int MOST_NAMES = 1000;

  private final Path path;
  private final OutputStream stream;

  private TemporaryFile(Path path, OutputStream stream) {
    this.path = path;
    this.stream = stream;
  }

  /** Creates a file with the default permissions, unlike the JDK's temporary files. */
  static TemporaryFile in(Path folder, Path file) throws IOException {
    String name = file.getFileName().toString();
    boolean fits = name.getBytes(StandardCharsets.UTF_8).length <= LONGEST_NAME;
    String any = "." + (fits ? name : "lockstep") + ".";
    ProcessFiles.collectBeside(folder, any);
    String start = any + ProcessHandle.current().pid() + "-";
    for (int i = 0; ; i++) {
      Path free = folder.resolve(start + i + ".tmp");
      try {
        FileChannel channel =
            FileChannel.open(free, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        ProcessFiles.lock(channel); // until the channel is closed
        ProcessFiles.track(free);
        return new TemporaryFile(free, Channels.newOutputStream(channel));
      } catch (FileAlreadyExistsException e) {
        if (i == MOST_NAMES) {
          throw e;
        }
      }
    }
  }

  Path path() {
    return path;
  }

  OutputStream stream() {
    return stream;
  }

  /** Replaces a file, which may exist, and keeps its permissions. */
  void become(Path file) throws IOException {
    if (!Files.exists(file) || takesOver(file)) {
      try {
        Files.move(path, file, StandardCopyOption.ATOMIC_MOVE);
        ProcessFiles.forget(path);
        return;
      } catch (FileSystemException e) {
        if (!Files.exists(file)) {
          throw e;
        } // a mount point, or another user's file in /tmp: the file is overwritten
      }
    }
    try (OutputStream out =
        Files.newOutputStream(
            file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      Files.copy(path, out);
    }
    delete();
  }

  /**
   * Copies a file's permissions; returns false if a rename would change owner, group or hard links.
   */
  private boolean takesOver(Path file) throws IOException {
    if (!Files.isWritable(file.getParent()) || !path.getParent().equals(file.getParent())) {
      return false;
    }
    PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    if (view == null) {
      return true;
    }
    PosixFileAttributes mine = view.readAttributes();
    PosixFileAttributes old = Files.readAttributes(file, PosixFileAttributes.class);
    if (!old.owner().equals(mine.owner())
        || !old.group().equals(mine.group())
        || (int) Files.getAttribute(file, "unix:nlink") > 1) {
      return false;
    }
    view.setPermissions(old.permissions());
    return true;
  }

  void delete() throws IOException {
    Files.deleteIfExists(path);
    ProcessFiles.forget(path);
  }
}
