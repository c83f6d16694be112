// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.io.InputException;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs a compiler without a shell or input, with limits on time and output. Environment variables
 * that would change the command are removed. Thread-safe.
 */
record CompilerProcess(Duration limit) {
  private static final int MOST_OUTPUT = 256 << 20;
  private static final int MOST_MESSAGES = 1 << 20;
  private static final List<String> REMOVED =
      List.of(
          "CPATH",
          "C_INCLUDE_PATH",
          "CPLUS_INCLUDE_PATH",
          "CCC_OVERRIDE_OPTIONS",
          "CCC_ADD_ARGS",
          "NVCC_PREPEND_FLAGS",
          "NVCC_APPEND_FLAGS",
          "PWD");

  record Result(int exit, byte[] output, String messages) {
    String text() {
      return new String(output, StandardCharsets.UTF_8);
    }
  }

  /**
   * Runs a command to its end.
   *
   * @param where position for messages
   * @param scratch folder for the command's temporary files
   * @throws InputException if the command cannot be started or exceeds a limit
   */
  Result run(String where, List<String> command, Path scratch) {
    ProcessBuilder builder = new ProcessBuilder(command);
    Map<String, String> environment = builder.environment();
    REMOVED.forEach(environment::remove);
    environment.put("LC_ALL", "C");
    environment.put("TMPDIR", scratch.toString());
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new InputException(where, "cannot run " + command.get(0) + ": " + e.getMessage(), e);
    }
    try {
      Drain output = new Drain(process.getInputStream(), MOST_OUTPUT);
      Drain messages = new Drain(process.getErrorStream(), MOST_MESSAGES);
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new InputException(
            where,
            command.get(0) + " was stopped: it was not done after " + limit.toSeconds() + " s");
      }
      byte[] written = output.bytes();
      byte[] said = messages.bytes();
      if (written.length == MOST_OUTPUT) {
        throw new InputException(
            where, command.get(0) + " writes more than " + MOST_OUTPUT + " bytes");
      }
      return new Result(process.exitValue(), written, new String(said, StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputException(where, command.get(0) + " was interrupted", e);
    } finally {
      // Compiler drivers start child processes, which must end too.
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** A thread that reads a stream to its end and keeps a limited number of bytes. */
  private static final class Drain extends Thread {
    private final InputStream from;
    private final int most;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

    Drain(InputStream from, int most) {
      super("compiler output");
      this.from = from;
      this.most = most;
      setDaemon(true);
      start();
    }

    @Override
    public void run() {
      byte[] block = new byte[1 << 14];
      try (from) {
        for (int n = from.read(block); n >= 0; n = from.read(block)) {
          kept.write(block, 0, Math.min(n, most - kept.size()));
        }
      } catch (IOException e) {
        // the process was killed; its output so far suffices
        return;
      }
    }

    byte[] bytes() throws InterruptedException {
      join();
      return kept.toByteArray();
    }
  }
}
