// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

import io.lockstep.io.OutputException;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Standard output that remembers its first failure, which a {@link PrintWriter} would hide. */
public final class StandardOutput {
  private static final Path PROCESS = Path.of("/proc/self/fd/1");
  private static final String PIPE = "pipe:";
  private static final String SOCKET = "socket:";

  private final Path descriptor;
  private final Watched stream;
  private final PrintWriter writer;

  public static StandardOutput ofProcess() {
    return new StandardOutput(new FileOutputStream(FileDescriptor.out), PROCESS);
  }

  /**
   * @param descriptor link to the file of the output, which may not exist
   */
  public StandardOutput(OutputStream out, Path descriptor) {
    this.descriptor = descriptor;
    stream = new Watched(out);
    writer = new PrintWriter(new BufferedOutputStream(stream), false, StandardCharsets.UTF_8);
  }

  public PrintWriter writer() {
    return writer;
  }

  /**
   * Flushes the output and returns the exit code.
   *
   * @param err receives an error message, unless the reader closed the pipe
   */
  public int end(int code, PrintWriter err) {
    writer.flush();
    IOException failure = stream.failure;
    if (failure == null) {
      return code;
    }
    if (isClosedPipe(failure)) {
      return ExitCode.PIPE_CLOSED;
    }
    err.println("lockstep: " + new OutputException("standard output", failure).getMessage());
    return ExitCode.NOT_WRITTEN;
  }

  /** Whether the reader closed the pipe. The descriptor helps if the message is localized. */
  private boolean isClosedPipe(IOException failure) {
    if (String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("pipe")) {
      return true;
    }
    try {
      String kind = Files.readSymbolicLink(descriptor).toString();
      return kind.startsWith(PIPE) || kind.startsWith(SOCKET);
    } catch (IOException | UnsupportedOperationException e) {
      return false; // this system has no such folder
    }
  }

  /** Remembers the first failure and discards all further output. */
  private static final class Watched extends OutputStream {
    private final OutputStream out;
    private IOException failure;

    Watched(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      try {
        out.write(bytes, from, length);
      } catch (IOException e) {
        failure = failure == null ? e : failure;
        throw e;
      }
    }
  }
}
