// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Kernels of a few lines of PTX and their workloads, written to a folder. */
public record Scratch(Path folder) {
  /**
   * Returns the text of a kernel {@code k} with one buffer; its body begins after the brace in line
   * 5.
   */
  public static String kernel(String body) {
    return ".version 8.5\n.target sm_50\n.address_size 64\n.visible .entry k(.param .u64 p0)\n{"
        + body
        + "  ret;\n}\n";
  }

  public String write(String name, String text) throws IOException {
    Path path = folder.resolve(name);
    Files.writeString(path, text);
    return path.toString();
  }

  /**
   * Writes a kernel and a workload that launches it once, with a buffer {@code o} of zeros.
   *
   * @param attributes attributes of the kernel file, each preceded by a comma
   * @param words size of the buffer in words
   * @return the workload's path
   */
  public String workload(String kernel, String attributes, int words, String grid, String block)
      throws IOException {
    write("k.ptx", kernel);
    return write(
        "w.yaml",
        """
        name: w
        kernels: {file: k.ptx%s}
        buffers: {o: {type: u32, count: %d, init: zero}}
        steps:
          - {launch: k, grid: [%s], block: [%s], args: [o]}
        """
            .formatted(attributes, words, grid, block));
  }
}
