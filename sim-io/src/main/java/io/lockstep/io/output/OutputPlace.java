// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.output;

import io.lockstep.io.InputException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The object to which the name of an output refers after symbolic links are resolved: a regular
 * file, which may not exist yet; a device, FIFO or socket; or a descriptor that this process has
 * open ({@code /dev/stdout}, {@code /dev/fd/63}). Only a regular file may be replaced.
 *
 * @param path path after symbolic links are resolved
 */
record OutputPlace(Path path, Kind kind) {
  enum Kind {
    /** A regular file, or no file yet; a complete file may replace it. */
    FILE,
    /** A device, FIFO or socket. */
    DEVICE,
    /** A descriptor that this process has open. */
    DESCRIPTOR
  }

  private static final int MOST_LINKS = 40; // the limit of Linux
  private static final Pattern OWN_DESCRIPTORS = Pattern.compile("/proc/(\\d+)(/task/\\d+)?/fd");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  /**
   * Resolves a name.
   *
   * @throws InputException if it cannot be a file's name
   */
  static OutputPlace of(Path target) throws IOException {
    Path path = target.toAbsolutePath();
    for (int links = 0; ; links++) {
      if (isDescriptor(path)) {
        return new OutputPlace(path, Kind.DESCRIPTOR);
      }
      if (!Files.isSymbolicLink(path)) {
        break;
      }
      if (links == MOST_LINKS) {
        throw unusable(target, "its symbolic links lead in a circle");
      }
      path = path.resolveSibling(Files.readSymbolicLink(path));
    }
    if (Files.isDirectory(path)) {
      throw unusable(target, "it is a folder");
    }
    boolean there = Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    if (there && !Files.isRegularFile(path)) {
      return new OutputPlace(path, Kind.DEVICE);
    }
    Path folder = path.getParent();
    if (!there && !Files.isDirectory(folder)) {
      throw unusable(target, "there is no folder " + folder);
    }
    return new OutputPlace(path, Kind.FILE);
  }

  private static InputException unusable(Path target, String why) {
    return new InputException(target.toString(), "cannot be written: " + why);
  }

  private static boolean isDescriptor(Path path) throws IOException {
    Path folder = path.getParent();
    if (folder == null
        || !NUMBER.matcher(path.getFileName().toString()).matches()
        || !Files.isDirectory(folder)) {
      return false;
    }
    Matcher own = OWN_DESCRIPTORS.matcher(folder.toRealPath().toString());
    return own.matches() && Long.parseLong(own.group(1)) == ProcessHandle.current().pid();
  }

  /** Opens a device or descriptor for writing. */
  OutputStream open() throws IOException {
    if (kind == Kind.DEVICE) {
      return Files.newOutputStream(path, StandardOpenOption.WRITE);
    }
    return switch (Integer.parseInt(path.getFileName().toString())) {
      case 1 -> new Kept(new FileOutputStream(FileDescriptor.out));
      case 2 -> new Kept(new FileOutputStream(FileDescriptor.err));
      default -> Files.newOutputStream(path, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    };
  }

  /** A stream of the whole process, to which others also write; close only flushes it. */
  private static final class Kept extends FilterOutputStream {
    Kept(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
