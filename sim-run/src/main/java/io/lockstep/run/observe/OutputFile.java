package io.lockstep.run.observe;

import io.lockstep.trace.InputException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that appears under its name only when it is complete: written beside it, then renamed.
 *
 * <p>Whatever fails is an {@link InputException} that names the target. Not thread-safe.
 */
public final class OutputFile implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final Path target;
  private final Path temporary;
  private final OutputStream stream;
  private boolean open = true;

  /** Opens a file for writing, so that a target that cannot be written shows before a long run. */
  public OutputFile(Path target) {
    this.target = target;
    if (Files.isDirectory(target)) {
      throw new InputException(target.toString(), "cannot be written: it is a folder");
    }
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new InputException(
          target.toString(), "cannot be written: there is no folder " + folder);
    }
    try {
      Path free = folder.resolve("." + target.getFileName() + ".tmp");
      for (int i = 2; Files.exists(free); i++) {
        free = folder.resolve("." + target.getFileName() + "." + i + ".tmp");
      }
      temporary = free; // made with the usual permissions, which temporary files do not have
      stream =
          new BufferedOutputStream(
              Files.newOutputStream(
                  temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              BUFFER);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  Path target() {
    return target;
  }

  void write(byte[] bytes, int from, int length) {
    try {
      stream.write(bytes, from, length);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Writes bytes behind those before. */
  public void write(byte[] bytes) {
    write(bytes, 0, bytes.length);
  }

  /** Ends writing; the temporary file may be read until it is committed. */
  Path written() {
    try {
      stream.close();
    } catch (IOException e) {
      throw failed(e);
    }
    return temporary;
  }

  /** Gives the file its name. */
  public void commit() {
    written();
    try {
      Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
      open = false;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private InputException failed(IOException e) {
    return new InputException(target.toString(), "cannot be written: " + reason(e), e);
  }

  /** What went wrong, for exceptions whose message is but a path. */
  static String reason(IOException e) {
    return e instanceof java.nio.file.AccessDeniedException
        ? "permission denied"
        : e instanceof java.nio.file.NoSuchFileException ? "no such file" : e.getMessage();
  }

  /** Drops the file unless it was committed. */
  @Override
  public void close() {
    if (open) {
      open = false;
      try {
        stream.close();
        Files.deleteIfExists(temporary);
      } catch (IOException e) {
        throw failed(e);
      }
    }
  }
}
