// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import io.lockstep.trace.record.ProgramItem;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Executes a text's kernel {@code k} by four work-items and compares four words. */
public final class Executed {
  private Executed() {}

  /**
   * What differs, or null.
   *
   * @param folder where the files are put
   * @param arguments as in a workload, behind the buffer of the words
   */
  public static String miss(Path folder, String text, String arguments, int... expected)
      throws IOException {
    Files.writeString(folder.resolve("k.ptx"), text);
    ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(expected);
    Files.write(folder.resolve("e.bin"), bytes.array());
    String workload =
        """
        name: k
        kernels: k.ptx
        buffers:
          o: {type: u32, count: 4}
        steps:
          - {launch: k, grid: [1], block: [4], args: [o, %s]}
        expect:
          o: {file: e.bin}
        """
            .formatted(arguments);
    Workload read = Workload.read("k.yaml", workload, folder);
    try (WorkloadExecution run =
        new WorkloadExecution(read.bind(Map.of()), List.of(new PtxFrontend()))) {
      while (run.next() != ProgramItem.END) {
        // It is executed.
      }
      return run.outcome().verified() ? null : run.outcome().message();
    }
  }
}
