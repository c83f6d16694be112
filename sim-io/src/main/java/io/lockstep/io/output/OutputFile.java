package io.lockstep.io.output;

import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that a user asked for. It appears under its name only when it is complete: written beside
 * it, then renamed.
 *
 * <p>Only a regular file is replaced, and keeps its permissions. A symbolic link stays; what it
 * leads to is replaced. A device, a FIFO and {@code /dev/stdout} are written as they are. A file
 * that may be written but not renamed over (its folder is closed, it has another owner or several
 * names) gets its content at the end, from the temporary file.
 *
 * <p>What cannot be written is an {@link OutputException} that names the target; a name that can be
 * no file's is an {@link InputException}. Not thread-safe.
 */
public final class OutputFile implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final Path target;
  private final OutputPlace place; // null for one that gets no name
  private final TemporaryFile temporary; // null for what is written as it is
  private final OutputStream raw;
  private final OutputStream stream;
  private long size;
  private boolean open = true;

  /**
   * Opens a file for writing, so that a target that cannot be written shows before a long run.
   *
   * @param target as the user named it
   */
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

  /** A file beside another's temporary one, which gets no name. */
  private OutputFile(OutputFile other) {
    target = other.target;
    place = null;
    try {
      temporary =
          TemporaryFile.in(
              other.temporary == null
                  ? ProcessFiles.systemFolder()
                  : other.temporary.path().getParent(),
              target);
      raw = temporary.stream();
    } catch (IOException e) {
      throw failed(e);
    }
    stream = new BufferedOutputStream(raw, BUFFER);
  }

  /** Beside the target, unless nothing can be made there. */
  private static Path folder(Path file) throws IOException {
    if (Files.exists(file) && !Files.isWritable(file)) {
      throw new AccessDeniedException(file.toString());
    }
    return Files.exists(file) && !Files.isWritable(file.getParent())
        ? ProcessFiles.systemFolder()
        : file.getParent();
  }

  /** Another file that is needed until this one is complete; closing it deletes it. */
  public OutputFile scratch() {
    return new OutputFile(this);
  }

  /** As the user named it. */
  public Path target() {
    return target;
  }

  /** Bytes written so far. */
  public long size() {
    return size;
  }

  /** Writes bytes behind those before. */
  public void write(byte[] bytes, int from, int length) {
    try {
      stream.write(bytes, from, length);
      size += length;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Writes bytes behind those before. */
  public void write(byte[] bytes) {
    write(bytes, 0, bytes.length);
  }

  /** Ends a {@link #scratch} file, which may be read until it is closed. */
  public Path written() {
    end();
    return temporary.path();
  }

  private void end() {
    try {
      stream.close();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Gives the file its name. */
  public void commit() {
    if (place == null) {
      throw new IllegalStateException("a scratch file gets no name");
    }
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

  /** Drops the file unless it was committed. */
  @Override
  public void close() {
    if (open) {
      open = false;
      try (raw) {
        if (temporary != null) {
          temporary.delete();
        }
      } catch (IOException e) {
        return; // it is given up either way; its remains are worth no second message
      }
    }
  }
}
