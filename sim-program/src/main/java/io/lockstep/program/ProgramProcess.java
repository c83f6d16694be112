// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.io.InputException;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The process of a program, with the streams of this process. */
final class ProgramProcess {
  private final Process process;
  private final ProgramRequest.Success success;
  private final Optional<Thread> reader;
  private volatile boolean matched;

  private ProgramProcess(Process process, ProgramRequest.Output output) {
    this.process = process;
    success = output.success();
    boolean read = output.toError() || success.passes().isPresent();
    FileDescriptor to = output.toError() ? FileDescriptor.err : FileDescriptor.out;
    reader =
        read
            ? Optional.of(new Thread(() -> pass(to), "lockstep-program-output"))
            : Optional.empty();
    reader.ifPresent(
        thread -> {
          thread.setDaemon(true);
          thread.start();
        });
  }

  static ProgramProcess start(ProgramRequest request, Map<String, String> environment) {
    List<String> command = request.command();
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().putAll(environment);
    if (request.output().toError() || request.output().success().passes().isPresent()) {
      builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
    }
    try {
      return new ProgramProcess(builder.start(), request.output());
    } catch (IOException e) {
      String text = String.valueOf(e.getMessage());
      int reason = text.lastIndexOf(", ");
      throw new InputException(
          command.get(0),
          "cannot be run" + (reason < 0 ? "" : ": " + text.substring(reason + 2)),
          e);
    }
  }

  /** Copies the output line by line and looks for the pattern. */
  private void pass(FileDescriptor to) {
    Optional<Pattern> passes = success.passes();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.ISO_8859_1))) {
      OutputStream out = new FileOutputStream(to); // stays open, as it is this process's own
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        matched = matched || passes.isPresent() && passes.get().matcher(line).find();
        out.write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
      }
    } catch (IOException e) {
      return; // the reader of the output is gone
    }
  }

  /** Waits for the program's end and returns its exit code. */
  int await() {
    try {
      int code = process.waitFor();
      if (reader.isPresent()) {
        reader.get().join();
      }
      return code;
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new InputException(process.info().command().orElse("program"), "was interrupted", e);
    }
  }

  /** Returns why the program that ended with an exit code has failed, or an empty text. */
  String failure(int code) {
    return success.failure(code, matched);
  }
}
