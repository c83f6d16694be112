// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.trace.record.ProgramItem;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import io.lockstep.workload.element.BufferContents;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compiles kernels of a text and executes them, all on the same two buffers of bytes. */
final class KernelRun {
  private static final String FP64 = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";

  private final Path folder;
  private final LocalClang clang;
  private final StringBuilder text = new StringBuilder(FP64);
  private final List<String> launches = new ArrayList<>();
  private List<String> printed = List.of();
  private int kernels;

  KernelRun(Path folder, LocalClang clang) {
    this.folder = folder;
    this.clang = clang;
  }

  /**
   * Adds a kernel, in which i is the work-item's number, in and out are the bytes.
   *
   * @param items work-items, in one dimension
   * @param body statements
   */
  void kernel(int items, String body) {
    int group = Math.min(items, 256);
    while (items % group != 0) {
      group--;
    }
    launch("grid: [%d], block: [%d]".formatted(items / group, group), body);
  }

  /** Adds a kernel with a range as workloads write it. */
  void launch(String range, String body) {
    String name = "k" + kernels++;
    text.append("__kernel void ")
        .append(name)
        .append("(__global const uchar *in, __global uchar *out) {\n")
        .append("  size_t i = get_global_id(0);\n")
        .append(body)
        .append("\n}\n");
    launches.add("  - {launch: %s, %s, args: [in, out]}".formatted(name, range));
  }

  /**
   * Executes.
   *
   * @param bytes of the output
   */
  ByteBuffer execute(ByteBuffer input, int bytes, String... options) throws IOException {
    Files.writeString(folder.resolve("t.cl"), text);
    byte[] in = new byte[input.limit()];
    input.get(0, in);
    Files.write(folder.resolve("in.bin"), in);
    String workload =
        """
        name: t
        kernels: {file: t.cl, options: [%s]}
        buffers:
          in: {type: u8, count: %d, init: {file: in.bin}}
          out: {type: u8, count: %d}
        steps:
        %s
        """
            .formatted(String.join(", ", options), in.length, bytes, String.join("\n", launches));
    Workload read = Workload.read("t.yaml", workload, folder);
    try (WorkloadExecution run =
        new WorkloadExecution(read.bind(Map.of()), List.of(clang.frontend()))) {
      while (run.next() != ProgramItem.END) {
        // It is executed.
      }
      printed = run.outcome().printed();
      BufferContents contents = run.contents("t.yaml", "out");
      byte[] out = new byte[bytes];
      contents.read(0, out, 0, bytes);
      return ByteBuffer.wrap(out).order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  /** Returns the lines that the kernels of the last execution printed. */
  List<String> printed() {
    return printed;
  }
}
