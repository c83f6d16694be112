// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.message;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * A file in memory that a driver and the server share, for data that are too large for messages.
 * The driver deletes its name once it is open.
 */
public final class Stage implements Closeable {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final int BLOCK = 1 << 20;

  private final Path file;
  private final ByteBuffer mapped;

  /**
   * @param folder folder for the file on systems without files in memory, or without room for one
   */
  public Stage(Path folder) throws IOException {
    this(List.of(MEMORY, folder));
  }

  /** Takes the first of some folders that has room for the file. */
  public Stage(List<Path> places) throws IOException {
    Path made = null;
    IOException failure = null;
    for (int i = 0; i < places.size() && made == null; i++) {
      try {
        made = allocate(places.get(i));
      } catch (IOException e) {
        failure = e;
      }
    }
    if (made == null) {
      throw failure;
    }
    file = made;
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, Protocol.STAGE_BYTES);
    }
  }

  /**
   * Makes the file with all its blocks: the first access to a block for which there is no room
   * would end the program, or this process, by SIGBUS.
   */
  private static Path allocate(Path place) throws IOException {
    Path file =
        Files.createTempFile(
            place,
            "lockstep-",
            ".stage",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    ByteBuffer zeros = ByteBuffer.allocate(BLOCK);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (long at = 0; at < Protocol.STAGE_BYTES; at += channel.write(zeros, at)) {
        zeros.clear().limit((int) Math.min(BLOCK, Protocol.STAGE_BYTES - at));
      }
      return file;
    } catch (IOException e) {
      Files.delete(file);
      throw e;
    }
  }

  public Path file() {
    return file;
  }

  /** Checks a range and returns its offset. */
  public int check(long offset, long bytes) {
    if (offset < 0 || bytes < 0 || bytes > Protocol.STAGE_BYTES - offset) {
      throw new ProtocolException(
          "a range of the stage, found %s bytes from %s".formatted(bytes, offset));
    }
    return (int) offset;
  }

  public void read(int offset, byte[] into, int bytes) {
    mapped.get(offset, into, 0, bytes);
  }

  public void write(int offset, byte[] from, int bytes) {
    mapped.put(offset, from, 0, bytes);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
  }
}
