// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.oracle;

import io.lockstep.io.InputException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A separate process for pocl, so that a crash of pocl does not crash Lockstep. It uses the
 * protocol of {@code pocl.py}.
 */
final class PoclProcess implements AutoCloseable {
  static final String PACKAGES = "Debian's packages pocl-opencl-icd and python3-pyopencl";

  private static final int KEPT = 1 << 16;
  private static final int MOST_MESSAGE = 1 << 24;
  private static final int LONGEST_LINE = 1 << 20;

  private final Process process;
  private final OutputStream to;
  private final InputStream from;
  private final Messages messages;
  private final Thread atExit;
  private final String oracle;

  /**
   * Starts the process.
   *
   * @param where origin of the request, for messages
   * @throws InputException if Python, its module pyopencl or pocl is missing
   */
  PoclProcess(String where) {
    this(where, start(where));
  }

  /** Uses a process that has been started. */
  PoclProcess(String where, Process process) {
    this.process = process;
    atExit = new Thread(this::kill, "lockstep-pocl-end");
    Runtime.getRuntime().addShutdownHook(atExit);
    to = new BufferedOutputStream(process.getOutputStream(), KEPT);
    from = new BufferedInputStream(process.getInputStream(), KEPT);
    messages = new Messages(process.getErrorStream());
    String[] answer = line(where).split(" ");
    if (!answer[0].equals("oracle")) {
      String text = message(where, answer);
      close();
      throw new InputException(
          where,
          text.startsWith("missing")
              ? "pocl is not installed (" + text + "); install " + PACKAGES
              : "pocl does not start: " + text);
    }
    oracle = message(where, answer);
  }

  private static Process start(String where) {
    // Debian's modules are installed for Debian's Python, even if another Python is first on the
    // path.
    String asked = System.getenv("LOCKSTEP_PYTHON");
    Path debian = Path.of("/usr/bin/python3");
    String python =
        asked != null ? asked : Files.isExecutable(debian) ? debian.toString() : "python3";
    ProcessBuilder builder = new ProcessBuilder(List.of(python, "-c", script(where)));
    builder.environment().put("PYOPENCL_NO_CACHE", "1");
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    try {
      return builder.start();
    } catch (IOException e) {
      throw new InputException(
          where, "cannot run " + python + ", which pocl needs; install " + PACKAGES, e);
    }
  }

  /** Returns the script, which is passed as an argument so that no temporary file remains. */
  private static String script(String where) {
    try (InputStream text = PoclProcess.class.getResourceAsStream("pocl.py")) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new InputException(where, "cannot start pocl: " + e.getMessage(), e);
    }
  }

  /** Returns the oracle's name with versions: {@code pocl 3.1, LLVM 14.0.6, on …}. */
  String oracle() {
    return oracle;
  }

  void send(String where, String line) {
    send(where, line.concat("\n").getBytes(StandardCharsets.UTF_8));
  }

  void send(String where, byte[] bytes) {
    send(where, bytes, bytes.length);
  }

  void send(String where, byte[] bytes, int length) {
    try {
      to.write(bytes, 0, length);
    } catch (IOException e) {
      words(where); // reports an error that the process may have sent before it ended
      throw crashed(where, e);
    }
  }

  /**
   * Returns the words of an answer.
   *
   * @throws InputException if the answer is an error
   */
  String[] answer(String where) {
    try {
      to.flush();
    } catch (IOException e) {
      words(where);
      throw crashed(where, e);
    }
    return words(where);
  }

  private String[] words(String where) {
    String[] words = line(where).split(" ");
    if (words[0].equals("error")) {
      throw new InputException(where, "pocl: " + message(where, words));
    }
    return words;
  }

  void read(String where, byte[] into, int length) {
    try {
      if (from.readNBytes(into, 0, length) < length) {
        throw crashed(where, null);
      }
    } catch (IOException e) {
      throw crashed(where, e);
    }
  }

  private String message(String where, String[] words) {
    int length = Math.min(MOST_MESSAGE, Integer.parseInt(words[1]));
    byte[] text = new byte[length];
    read(where, text, length);
    return new String(text, StandardCharsets.UTF_8).strip();
  }

  private String line(String where) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try {
      for (int b = from.read(); b != '\n'; b = from.read()) {
        if (b < 0 || line.size() > LONGEST_LINE) {
          throw crashed(where, null);
        }
        line.write(b);
      }
    } catch (IOException e) {
      throw crashed(where, e);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  private InputException crashed(String where, IOException cause) {
    String how = "ended";
    try {
      if (process.waitFor(5, TimeUnit.SECONDS)) {
        int code = process.exitValue();
        how = code > 128 ? "crashed with signal " + (code - 128) : "ended with code " + code;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String said = messages.last();
    String what = "pocl has " + how + (said.isEmpty() ? "" : ": " + said);
    return cause == null ? new InputException(where, what) : new InputException(where, what, cause);
  }

  private void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      return; // the hook is running and does the same
    }
    kill();
  }

  /** Reads the process's standard error and keeps the end of it. */
  private static final class Messages extends Thread {
    private final InputStream in;
    private final StringBuilder kept = new StringBuilder();

    Messages(InputStream in) {
      super("lockstep-pocl-messages");
      this.in = in;
      setDaemon(true);
      start();
    }

    @Override
    public void run() {
      byte[] part = new byte[1 << 12];
      try (in) {
        for (int n = in.read(part); n >= 0; n = in.read(part)) {
          synchronized (kept) {
            kept.append(new String(part, 0, n, StandardCharsets.UTF_8));
            kept.delete(0, Math.max(0, kept.length() - KEPT));
          }
        }
      } catch (IOException e) {
        return; // the process was killed; its text so far is enough
      }
    }

    String last() {
      synchronized (kept) {
        String[] lines = kept.toString().strip().split("\n");
        return lines[lines.length - 1].strip();
      }
    }
  }
}
