// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import io.lockstep.io.output.ProcessFiles;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.RefusalException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** NVIDIA's assembler, as a program of this machine. */
record Ptxas(Path program) {
  private static final String VARIABLE = "LOCKSTEP_PTXAS";
  static final String USUAL = "/usr/local/cuda/bin/ptxas";
  private static final int SECONDS = 120;
  private static final Pattern NO_TARGET = Pattern.compile("'?sm_\\d+'? is not defined");
  private static final Pattern ERROR =
      Pattern.compile("(?:line (\\d+); )?(?:error|fatal)\\s*: *(.*)");

  /**
   * Directives and labels for source lines, some of which ptxas does not read as clang writes them.
   */
  private static final Pattern SOURCE_LINES =
      Pattern.compile("(?m)^[ \\t]*(\\.(file|loc)\\b.*|\\$L__tmp\\d+:[ \\t]*)$");

  /** The fence of an OpenCL barrier, which Lockstep's own library adds to a barrier. */
  private static final Pattern BARRIER_FLAGS = Pattern.compile("\\.flags(\\s+[^,;]+),[^;]*;");

  private static final Pattern OLD_TARGET = Pattern.compile("\\.target\\s+sm_[1-6]\\d\\b");

  /**
   * Finds the program that {@value #VARIABLE} names, or else the one on the PATH, or else NVIDIA's
   * usual folder.
   *
   * @param usual where NVIDIA's packages put it
   * @throws RefusalException if there is none
   */
  static Ptxas find(Map<String, String> environment, String usual) {
    String asked = environment.getOrDefault(VARIABLE, "");
    if (!asked.isBlank()) {
      return runnable(asked)
          .orElseThrow(
              () -> new RefusalException(VARIABLE + " names " + asked + ", which is no program"));
    }
    return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty()) // an empty entry means the current folder
        .map(folder -> folder + File.separator + "ptxas")
        .flatMap(name -> runnable(name).stream())
        .findFirst()
        .or(() -> runnable(usual))
        .orElseThrow(
            () ->
                new RefusalException(
                    "code.source ptxas needs ptxas, and there is none on the PATH or in"
                        + " /usr/local/cuda/bin; install NVIDIA's cuda-nvcc or name one in "
                        + VARIABLE));
  }

  private static Optional<Ptxas> runnable(String name) {
    try {
      return Optional.of(Path.of(name))
          .filter(p -> Files.isRegularFile(p) && Files.isExecutable(p))
          .map(Ptxas::new);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the cubin of a kernel, with its line tables.
   *
   * @param target for example {@code sm_80}
   * @throws RefusalException if the program lacks the target or rejects the text
   */
  byte[] compile(Kernel kernel, String target) {
    Path scratch = null;
    try {
      scratch = ProcessFiles.newFolder();
      Path text = Files.writeString(scratch.resolve("kernel.ptx"), prepared(kernel.text()));
      Path cubin = scratch.resolve("kernel.cubin");
      Path messages = scratch.resolve("messages");
      List<String> command =
          List.of(
              program.toString(),
              "-arch=" + target,
              "-lineinfo",
              "--entry=" + kernel.name(),
              text.toString(),
              "-o",
              cubin.toString());
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(messages.toFile())
              .start();
      try {
        process.getOutputStream().close();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
          throw refusal(kernel, program + " was not done after " + SECONDS + " s");
        }
      } finally {
        process.destroyForcibly();
      }
      if (process.exitValue() != 0 || !Files.isReadable(cubin)) {
        throw refusal(kernel, said(Files.readString(messages), target));
      }
      return Files.readAllBytes(cubin);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw refusal(kernel, program + " was interrupted");
    } finally {
      ProcessFiles.delete(scratch);
    }
  }

  /**
   * Returns a text, on the same lines, without what only Lockstep reads. Targets before Volta
   * become Volta, since texts for them may have scoped accesses, which ptxas accepts from Volta on.
   */
  static String prepared(String text) {
    String plain = SOURCE_LINES.matcher(text).replaceAll("");
    plain = BARRIER_FLAGS.matcher(plain).replaceAll("$1;");
    return OLD_TARGET.matcher(plain).replaceAll(".target sm_70");
  }

  private String said(String messages, String target) {
    if (NO_TARGET.matcher(messages).find()) {
      return program + " has no target " + target;
    }
    Matcher error = ERROR.matcher(messages);
    if (!error.find()) {
      return program + " failed without a message";
    }
    String line = error.group(1) == null ? "" : "line " + error.group(1) + " of the PTX: ";
    return program + " rejects the kernel: " + line + error.group(2).strip();
  }

  private static RefusalException refusal(Kernel kernel, String why) {
    return new RefusalException("kernel '%s': %s".formatted(kernel.name(), why));
  }
}
