// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.CompilerOption;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.workload.BoundWorkload.SizedBuffer;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The clang that compiles OpenCL C. */
final class LocalClang {
  /** Empty when a process of tests begins: functions of Lockstep are compiled once in each. */
  private static final Path CACHE = cache();

  private final Path folder;
  private final Environment machine;

  /**
   * @param folder for the source
   */
  LocalClang(Path folder) {
    this(folder, Map.of());
  }

  /**
   * @param folder for the source
   * @param more variables beside those of the process
   */
  LocalClang(Path folder, Map<String, String> more) {
    this.folder = folder;
    Map<String, String> variables = new HashMap<>(System.getenv());
    variables.putAll(more);
    variables.put("XDG_CACHE_HOME", CACHE.toString());
    machine = new Environment(variables);
  }

  private static Path cache() {
    try {
      Path cache = Files.createTempDirectory("lockstep-cache");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(cache)));
      return cache;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A front end that compiles with it. */
  SourceFrontend frontend() {
    return new SourceFrontend(
        machine, Duration.ofMinutes(5), SourceFrontend::ptxFrontend, note -> {});
  }

  /** The kernels of an OpenCL C source, which becomes k.cl in the folder. */
  List<Kernel> read(String text, String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("k.cl"), text);
    List<CompilerOption> given = new ArrayList<>();
    for (String option : options) {
      given.add(new CompilerOption("w.yaml:1:1", option, folder.toString()));
    }
    return frontend().read(file.toString(), text, FrontendOptions.defaults().withCompiler(given));
  }

  /** Whether the machine has an nvcc. */
  static boolean hasNvcc() {
    return NvccCuda.isThere(new Environment(System.getenv()));
  }

  /** Returns digests of what a workload's buffers contain at its end, by name. */
  Map<String, String> results(String text, Path beside, Map<String, String> parameters)
      throws IOException {
    Workload workload = Workload.read("k.yaml", text, beside);
    List<KernelFrontend> frontends = List.of(frontend(), SourceFrontend.ptxFrontend());
    try (WorkloadExecution run = new WorkloadExecution(workload.bind(parameters), frontends)) {
      while (run.next() != ProgramItem.END) {
        // It is executed.
      }
      Map<String, String> contents = new TreeMap<>();
      for (SizedBuffer buffer : run.workload().buffers()) {
        String name = buffer.declaration().name();
        byte[] bytes = new byte[Math.toIntExact(buffer.bytes())];
        run.contents("k.yaml", name).read(0, bytes, 0, bytes.length);
        contents.put(name, PtxCache.key(List.of(bytes)));
      }
      return contents;
    }
  }
}
