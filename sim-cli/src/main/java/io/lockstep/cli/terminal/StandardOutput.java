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

/**
 * Standard output, whose failures count: a {@link PrintWriter} swallows them, so the stream below
 * it keeps the first. Not thread-safe.
 */
public final class StandardOutput {
  private static final Path PROCESS = Path.of("/proc/self/fd/1");
  private static final String PIPE = "pipe:";
  private static final String SOCKET = "socket:";

  private final Path descriptor;
  private final Watched stream;
  private final PrintWriter writer;

  /** Of this process. */
  public static StandardOutput ofProcess() {
    return new StandardOutput(new FileOutputStream(FileDescriptor.out), PROCESS);
  }

  /**
   * @param out where the bytes go
   * @param descriptor a link that says what that is, if there is one
   */
  public StandardOutput(OutputStream out, Path descriptor) {
    this.descriptor = descriptor;
    stream = new Watched(out);
    writer = new PrintWriter(new BufferedOutputStream(stream), false, StandardCharsets.UTF_8);
  }

  /** What commands print to. */
  public PrintWriter writer() {
    return writer;
  }

  /**
   * Writes what is left.
   *
   * @param code what the command would exit with
   * @param err told where the output could not be written, unless its reader just went away
   * @return the exit code
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

  /** The message is the system's and may be in another language; then the descriptor tells. */
  private boolean isClosedPipe(IOException failure) {
    if (String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains("pipe")) {
      return true;
    }
    try {
      String kind = Files.readSymbolicLink(descriptor).toString();
      return kind.startsWith(PIPE) || kind.startsWith(SOCKET);
    } catch (IOException | UnsupportedOperationException e) {
      return false; // no such folder on this system: the message has to do
    }
  }

  /** Keeps the first failure; what comes behind it is lost already. */
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
