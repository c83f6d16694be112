// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import io.lockstep.io.Digests;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.io.output.ProcessFiles;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Compiles a driver with the machine's C compiler. */
final class DriverCompiler {
  static final String NAME = "cc";
  private static final long LIMIT_SECONDS = 300; // a busy machine takes two minutes
  private static final List<String> OPTIONS =
      List.of(
          "-std=c11",
          "-O2",
          "-shared",
          "-Wl,-Bsymbolic",
          "-fPIC",
          "-fvisibility=hidden",
          "-pthread",
          "-w");

  private DriverCompiler() {}

  /** Returns what tells apart the libraries of other sources or options. */
  static String digest(DriverSources sources) {
    MessageDigest digest = Digests.start();
    digest.update(String.join(" ", OPTIONS).getBytes(StandardCharsets.UTF_8));
    digest.update(String.join(" ", sources.options()).getBytes(StandardCharsets.UTF_8));
    sources
        .texts()
        .forEach(
            (name, text) -> {
              digest.update(name.getBytes(StandardCharsets.UTF_8));
              digest.update(text.getBytes(StandardCharsets.UTF_8));
            });
    return Digests.hex(digest.digest()).substring(0, 16);
  }

  /** Writes a library; one that another process writes meanwhile is the same. */
  static void compile(DriverSources sources, Path library) {
    Path scratch = null;
    try {
      scratch = ProcessFiles.newFolder();
      List<String> command = new ArrayList<>(List.of(NAME));
      command.addAll(OPTIONS);
      for (Map.Entry<String, String> text : sources.texts().entrySet()) {
        String name = text.getKey();
        Path source = Files.writeString(scratch.resolve(name), text.getValue());
        if (name.endsWith(".c") || name.endsWith(".ld")) {
          command.add(source.toString());
        } else if (name.endsWith(".map")) {
          command.add("-Wl,--version-script=" + source);
        }
      }
      command.addAll(List.of("-Xassembler", "-I", "-Xassembler", scratch.toString()));
      command.addAll(sources.options());
      Path made = scratch.resolve(library.getFileName());
      command.addAll(List.of("-o", made.toString(), "-ldl"));
      run(command, scratch);
      Files.createDirectories(library.getParent());
      Path aside = Files.createTempFile(library.getParent(), "write", ".tmp");
      Files.copy(made, aside, StandardCopyOption.REPLACE_EXISTING);
      Files.move(aside, library, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new OutputException(library.toString(), e);
    } finally {
      ProcessFiles.delete(scratch);
    }
  }

  private static void run(List<String> command, Path scratch) throws IOException {
    File said = scratch.resolve("messages").toFile();
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(said).redirectInput(new File("/dev/null"));
    builder.environment().put("LC_ALL", "C");
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new InputException(
          NAME,
          "programs need a C compiler for their driver, and there is none on the PATH; install the"
              + " packages gcc and libc6-dev",
          e);
    }
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new InputException(NAME, "was stopped after " + LIMIT_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputException(NAME, "was interrupted", e);
    } finally {
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      List<String> lines =
          Files.readString(said.toPath(), StandardCharsets.ISO_8859_1).lines().toList();
      throw InputException.ofLines(
          NAME, lines.isEmpty() ? List.of("failed") : lines.subList(0, Math.min(20, lines.size())));
    }
  }
}
