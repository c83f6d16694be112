// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A file in memory that a driver and the server share, for data that are too large for messages.
 * The driver deletes its name once it is open.
 */
final class Stage implements Closeable {
  private static final Path MEMORY = Path.of("/dev/shm");

  private final Path file;
  private final ByteBuffer mapped;

  /**
   * @param folder folder for the file on systems without files in memory
   */
  Stage(Path folder) throws IOException {
    Path place = Files.isWritable(MEMORY) ? MEMORY : folder;
    file =
        Files.createTempFile(
            place,
            "lockstep-",
            ".stage",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, Protocol.STAGE_BYTES);
    }
  }

  Path file() {
    return file;
  }

  /** Checks a range and returns its offset. */
  int check(long offset, long bytes) {
    if (offset < 0 || bytes < 0 || bytes > Protocol.STAGE_BYTES - offset) {
      throw new ProtocolException(
          "a range of the stage, found %s bytes from %s".formatted(bytes, offset));
    }
    return (int) offset;
  }

  void read(int offset, byte[] into, int bytes) {
    mapped.get(offset, into, 0, bytes);
  }

  void write(int offset, byte[] from, int bytes) {
    mapped.put(offset, from, 0, bytes);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
  }
}
