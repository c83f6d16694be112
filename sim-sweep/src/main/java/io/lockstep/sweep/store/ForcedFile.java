package io.lockstep.sweep.store;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A new file that is on the disk after each flush. Interrupts do not close it, as they would a
 * channel. Not thread-safe.
 */
final class ForcedFile extends OutputStream {
  private final FileOutputStream out;

  /**
   * @throws IOException if the file is there already or cannot be made
   */
  ForcedFile(Path file) throws IOException {
    Files.createFile(file); // fails where it is there: no two processes write one file
    out = new FileOutputStream(file.toFile(), true);
    force(file.getParent());
  }

  /** The name, too, has to outlive a machine without power. */
  private static void force(Path folder) {
    boolean interrupted = Thread.interrupted();
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      return; // some systems cannot
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
