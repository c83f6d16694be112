// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** Standard error with a transient last line, which is removed before other output. Thread-safe. */
public final class StatusLine extends OutputStream {
  private static final byte[] CLEAR = "\r\u001B[K".getBytes(StandardCharsets.US_ASCII);

  private static volatile StatusLine installed;

  private final OutputStream raw;
  private boolean shown;
  private boolean atStart = true;

  public StatusLine(OutputStream raw) {
    this.raw = raw;
  }

  /** Replaces standard error of this process by a status line; returns a writer that wraps text. */
  public static PrintWriter install(Screen screen) {
    StatusLine line = new StatusLine(System.err);
    installed = line;
    System.setErr(new PrintStream(line, true, StandardCharsets.UTF_8));
    return wrapping(screen, System.err);
  }

  public static PrintWriter wrapping(Screen screen, PrintStream out) {
    return new PrintWriter(new WrappedLines(screen, out), true);
  }

  /** Returns the status line of this process, or null. */
  public static StatusLine ofProcess() {
    return installed;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int count) throws IOException {
    if (count > 0) {
      hide();
      raw.write(bytes, from, count);
      atStart = bytes[from + count - 1] == '\n';
    }
  }

  @Override
  public synchronized void flush() throws IOException {
    raw.flush();
  }

  /** Replaces the transient line, unless other output has left an unfinished line. */
  public synchronized void show(String text) {
    if (atStart) {
      try {
        raw.write(CLEAR);
        raw.write(text.getBytes(StandardCharsets.UTF_8));
        raw.flush();
        shown = true;
      } catch (IOException e) {
        shown = false; // no terminal
      }
    }
  }

  /** Prints a line that stays, above the transient line. */
  synchronized void print(String text) {
    byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      write(bytes, 0, bytes.length);
      raw.flush();
    } catch (IOException e) {
      shown = false; // no terminal
    }
  }

  public synchronized void clear() {
    try {
      hide();
      raw.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void hide() throws IOException {
    if (shown) {
      shown = false;
      raw.write(CLEAR);
    }
  }

  /** Wraps text line by line. */
  private static final class WrappedLines extends Writer {
    private final Screen screen;
    private final PrintStream out;
    private final StringBuilder line = new StringBuilder();

    WrappedLines(Screen screen, PrintStream out) {
      this.screen = screen;
      this.out = out;
    }

    @Override
    public void write(char[] text, int from, int count) {
      line.append(text, from, count);
      int end = line.lastIndexOf("\n") + 1;
      if (end > 0) {
        out.print(screen.wrapped(line.substring(0, end), "  "));
        line.delete(0, end);
      }
    }

    @Override
    public void flush() {
      out.flush();
    }

    @Override
    public void close() {
      out.print(line);
      out.flush();
    }
  }
}
