// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.program.Runner;
import io.lockstep.trace.file.TraceWriter;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Seed files in binary formats. The product writes them, so that they have the current format. */
final class Recordings {
  private static final String CORPUS = "sim-cli/src/test/resources/workloads/";
  private static final String STREAMS = "fork_join"; // a program with streams
  private static final List<String> RECORDED =
      List.of(
          "narrow",
          "diverge",
          "atomics",
          "il_pixels_odd",
          "il_reduce_lds",
          "cu_texconst",
          "cu_call",
          "spmv",
          "bfs",
          "switches",
          "consts",
          "chase",
          STREAMS);

  private final Path root;
  private final Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
  private final Runner runner = new Runner(catalogue, Plugins.frontends());

  private Recordings(Path root) {
    this.root = root;
  }

  static Recordings of(Path root) {
    return new Recordings(root);
  }

  private Path workload(String name) {
    if (name.equals(STREAMS)) {
      return root.resolve("examples").resolve(name + ".yaml");
    }
    return root.resolve(CORPUS + name + ".yaml");
  }

  SortedMap<String, byte[]> traces() throws IOException {
    SortedMap<String, byte[]> traces = new TreeMap<>();
    Path folder = Files.createTempDirectory("lockstep-fuzz");
    for (String name : RECORDED) {
      Path file = folder.resolve(name + ".lkt");
      try (ProgramSource source = runner.execute(workload(name), Map.of(), RunOptions.defaults());
          TraceWriter writer = new TraceWriter(file, source.program())) {
        ProgramSink.drain(source, writer);
      }
      traces.put(name, take(file));
    }
    Files.delete(folder);
    return traces;
  }

  private static byte[] take(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    Files.delete(file);
    return bytes;
  }
}
