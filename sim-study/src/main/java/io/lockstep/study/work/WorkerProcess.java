// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import io.lockstep.io.OutputException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A worker process, which communicates by lines. It ends when its standard input ends, and
 * therefore at the latest with its driver. Not thread-safe, except for {@link #kill}.
 */
final class WorkerProcess implements AutoCloseable {
  private static final Map<Integer, String> SIGNALS =
      Map.of(
          1, "SIGHUP", 2, "SIGINT", 3, "SIGQUIT", 4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 8,
          "SIGFPE", 9, "SIGKILL", 11, "SIGSEGV", 15, "SIGTERM");
  private static final int SIGNALLED = 128;

  private final Process process;
  private final BufferedReader from;
  private final BufferedWriter to;

  /**
   * Starts a process.
   *
   * @param log file to which its standard error is appended; if empty, the process inherits the
   *     standard error of this process
   * @throws OutputException if the process cannot be started
   */
  WorkerProcess(List<String> command, Optional<Path> log) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(
        log.map(f -> ProcessBuilder.Redirect.appendTo(f.toFile()))
            .orElse(ProcessBuilder.Redirect.INHERIT));
    builder.environment().put("LOCKSTEP_TTY", "0");
    builder.environment().put("LOCKSTEP_ERR_TTY", "0");
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new OutputException(command.get(0), "a worker process cannot be started", e);
    }
    from =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    to =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
  }

  long id() {
    return process.pid();
  }

  /** Sends a line; returns false if the process has died. */
  boolean send(String line) {
    try {
      to.write(line);
      to.write('\n');
      to.flush();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the next line of output, or null if the process has ended. */
  String line() {
    try {
      return from.readLine();
    } catch (IOException e) {
      return null; // the process was killed
    }
  }

  /** Returns the signal or exit code of the process, after {@link #line} returned null. */
  String ended() throws InterruptedException {
    if (!process.waitFor(10, TimeUnit.SECONDS)) {
      kill(); // the process closed its output without ending
    }
    int code = process.waitFor();
    String signal = code > SIGNALLED ? "signal " + (code - SIGNALLED) : "exit " + code;
    return SIGNALS.getOrDefault(code - SIGNALLED, signal);
  }

  /** Kills the process. Thread-safe. */
  void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    kill();
    try {
      to.close();
    } catch (IOException e) {
      return; // the process is dead
    }
  }
}
