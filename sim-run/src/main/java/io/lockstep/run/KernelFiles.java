// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.InputException;
import io.lockstep.io.InputFile;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.frontend.KernelText;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Reads the kernels of a kernel file or a workload. */
public final class KernelFiles {
  private KernelFiles() {}

  /** {@return whether a path names a workload; the file need not exist} */
  public static boolean isWorkload(Path input) {
    String name = input.toString();
    return name.endsWith(".yaml") || name.endsWith(".yml");
  }

  /** Rejects a kernel file in place of a workload, before it is read as YAML. */
  public static void expectWorkload(Path input, List<KernelFrontend> frontends) {
    if (frontends.stream().anyMatch(f -> f.extensions().contains(ending(input)))) {
      throw new InputException(
          input.toString(),
          "is a kernel; expected a workload (.yaml) that launches it (docs/workloads.md), or a"
              + " recorded trace (.lkt)");
    }
  }

  private static String ending(Path input) {
    String name = input.toString();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /**
   * {@return the kernels of a kernel file or a workload} Their source is the file without its
   * folder, or as in the workload.
   */
  public static List<Kernel> read(Path input, List<KernelFrontend> frontends) {
    return read(input, frontends, FrontendOptions.defaults());
  }

  /**
   * As above, with options for a kernel file; a workload has its own.
   *
   * @return kernels in the order of the text, or of the workload
   */
  public static List<Kernel> read(
      Path input, List<KernelFrontend> frontends, FrontendOptions options) {
    String name = input.toString();
    if (isWorkload(input)) {
      try (ProgramSource source =
          new WorkloadExecution(
              Workload.read(input).bind(Map.of()), frontends, ExecutionOptions.defaults())) {
        return source.program().kernels();
      }
    }
    String ending = ending(input);
    TreeSet<String> known = new TreeSet<>(List.of("lkt", "yaml"));
    for (KernelFrontend frontend : frontends) {
      known.addAll(frontend.extensions());
      if (frontend.extensions().contains(ending)) {
        try {
          String text = KernelText.of(InputFile.bytes(input, KernelText.MAX_BYTES), frontend);
          return frontend.read(name, text, options).stream()
              .map(kernel -> kernel.withSource(input.getFileName().toString()))
              .toList();
        } catch (CharacterCodingException e) {
          throw new InputException(name, "is not UTF-8 text", e);
        } catch (IOException e) {
          throw new InputException(
              name, Files.exists(input) ? "cannot be read: " + e.getMessage() : "no such file", e);
        }
      }
    }
    throw new InputException(
        name, "unknown kind of file; expected one of ." + String.join(", .", known));
  }
}
