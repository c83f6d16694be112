// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.program.Runner;
import io.lockstep.trace.file.TraceWriter;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The benchmark's workloads as files, and their traces, recorded once per benchmark run. */
record Traces(Path folder) {
  private static final List<String> KERNELS = List.of("matmul", "vecadd", "strided");

  private static final List<String> LARGE_KERNELS =
      List.of(
          "matmul", "nbody", "mandelbrot", "stencil", "transpose", "vecadd", "histogram", "spmv");

  Path workload(String name) {
    KERNELS.forEach(kernel -> resource("kernels/" + kernel + ".ptx"));
    return resource("workloads/" + name + ".yaml");
  }

  Path large(String name) {
    LARGE_KERNELS.forEach(kernel -> resource("large/kernels/" + kernel + ".ptx"));
    return resource("large/workloads/large/" + name + ".yaml");
  }

  /** Returns the trace of a workload, and records it if no process of this run has done so. */
  Path trace(String name) {
    Path trace = folder.resolve(name + ".lkt");
    if (!Files.exists(trace)) {
      Runner runner = new Runner(new Catalogue(List.of()), Plugins.frontends());
      try (ProgramSource source = runner.execute(workload(name), Map.of(), RunOptions.defaults());
          TraceWriter writer = new TraceWriter(trace, source.program())) {
        ProgramSink.drain(source, writer);
      }
    }
    return trace;
  }

  private Path resource(String name) {
    Path file = folder.resolve(name);
    if (!Files.exists(file)) {
      try (InputStream in = Traces.class.getResourceAsStream(name)) {
        Files.createDirectories(file.getParent());
        Files.copy(in, file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return file;
  }
}
