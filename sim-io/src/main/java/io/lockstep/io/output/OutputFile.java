// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.output;

import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An output file that appears under its name only when it is complete: it is written to a temporary
 * file in the same folder, which is then renamed.
 *
 * <p>Only a regular file is replaced, and its permissions are kept. For a symbolic link, the target
 * is replaced. A device, a FIFO and {@code /dev/stdout} are written directly. A file that is
 * writable but cannot be replaced by renaming (read-only folder, another owner, several hard links)
 * is overwritten at the end, from the temporary file.
 *
 * <p>A failure is reported as an {@link OutputException} that names the target; a name that cannot
 * be a file's name, as an {@link InputException}. Not thread-safe.
 */
public final class OutputFile implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final Path target;
  private final OutputPlace place;
  private final TemporaryFile temporary; // null if the target is written directly
  private final OutputStream raw;
  private final OutputStream stream;
  private long size;
  private boolean open = true;

  /** Opens a file for writing, so that an unwritable target is detected before a long run. */
  public OutputFile(Path target) {
    this.target = target;
    try {
      place = OutputPlace.of(target);
      boolean isFile = place.kind() == OutputPlace.Kind.FILE;
      temporary = isFile ? TemporaryFile.in(folder(place.path()), place.path()) : null;
      raw = isFile ? temporary.stream() : place.open();
    } catch (IOException e) {
      throw failed(e);
    }
    stream = new BufferedOutputStream(raw, BUFFER);
  }

  /**
   * Returns the folder for the temporary file: the target's folder or, if it is not writable, the
   * system's folder.
   */
  private static Path folder(Path file) throws IOException {
    if (Files.exists(file) && !Files.isWritable(file)) {
      throw new AccessDeniedException(file.toString());
    }
    return Files.exists(file) && !Files.isWritable(file.getParent())
        ? ProcessFiles.systemFolder()
        : file.getParent();
  }

  /** {@return the path as the user named it} */
  public Path target() {
    return target;
  }

  /** {@return the number of bytes written so far} */
  public long size() {
    return size;
  }

  public void write(byte[] bytes, int from, int length) {
    try {
      stream.write(bytes, from, length);
      size += length;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Appends a file. */
  public void copy(Path from) {
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = Files.newInputStream(from)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        write(buffer, 0, n);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  public void write(byte[] bytes) {
    write(bytes, 0, bytes.length);
  }

  private void end() {
    try {
      stream.close();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Completes the file and moves it to its name. */
  public void commit() {
    end();
    try {
      if (temporary != null) {
        temporary.become(place.path());
      }
      open = false;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private OutputException failed(IOException e) {
    return new OutputException(target.toString(), e);
  }

  /** Deletes the file unless it was committed. */
  @Override
  public void close() {
    if (open) {
      open = false;
      try (raw) {
        if (temporary != null) {
          temporary.delete();
        }
      } catch (IOException e) {
        return; // the file is abandoned in any case; a leftover needs no second message
      }
    }
  }
}
