// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A new file whose {@link #flush} forces the data to disk. Unlike a channel, it is not closed by a
 * thread interrupt.
 */
final class ForcedFile extends OutputStream {
  private final FileOutputStream out;

  /**
   * @throws IOException if the file exists or cannot be created
   */
  ForcedFile(Path file) throws IOException {
    Files.createFile(file); // fails if the file exists, so that no two processes write one file
    out = new FileOutputStream(file.toFile(), true);
    force(file.getParent());
  }

  /** Forces the directory entry to disk, so that the file survives a power failure. */
  private static void force(Path folder) {
    boolean interrupted = Thread.interrupted();
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      return; // some systems do not support this
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void write(int b) throws IOException {
    out.write(b);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    out.write(bytes, from, length);
  }

  @Override
  public void flush() throws IOException {
    out.getFD().sync();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
