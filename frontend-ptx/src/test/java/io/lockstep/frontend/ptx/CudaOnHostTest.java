// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * CUDA kernels that nvcc made PTX of give the bits that g++ gave for the same text. The sources and
 * how the files are made: src/test/cuda.
 */
@Tag("slow")
class CudaOnHostTest {
  @TestFactory
  Stream<DynamicTest> cudaKernelsGiveTheBitsThatTheHostsCompilerGives()
      throws URISyntaxException, IOException {
    Path folder = Path.of(CudaOnHostTest.class.getResource("/cuda/input.bin").toURI()).getParent();
    List<DynamicTest> tests = new ArrayList<>();
    for (Path file : files(folder)) {
      for (String kernel : names(file)) {
        tests.add(
            DynamicTest.dynamicTest(
                file.getFileName() + " " + kernel,
                () -> assertThat(miss(folder, file, kernel)).isNull()));
      }
    }
    assertThat(tests).hasSizeGreaterThan(50);
    return tests.stream();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(f -> f.toString().endsWith(".ptx")).sorted().toList();
    }
  }

  private static List<String> names(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(l -> l.startsWith(".visible .entry "))
        .map(l -> l.substring(16, l.indexOf('(')))
        .toList();
  }

  /** What differs from the host, or null. */
  private static String miss(Path folder, Path file, String kernel) {
    String workload =
        """
        name: k
        kernels: %s
        buffers:
          o: {type: u32, count: 2048}
          in: {type: u32, count: 1024, init: {file: input.bin}}
        steps:
          - {launch: %s, grid: [2], block: [64], shared: 512, args: [o, in]}
        expect:
          o: {file: %s.bin}
        """
            .formatted(file.getFileName(), kernel, kernel);
    Workload read = Workload.read("k.yaml", workload, folder);
    try (WorkloadExecution run =
        new WorkloadExecution(read.bind(Map.of()), List.of(new PtxFrontend()))) {
      while (run.next() != ProgramItem.END) {
        // It is executed.
      }
      return run.outcome().verified() ? null : run.outcome().message();
    }
  }

  /** Tells for every kernel of a folder what differs or is refused. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    for (Path file : files(folder)) {
      String text = Files.readString(file);
      try {
        List<Kernel> kernels =
            new PtxFrontend().read(file.getFileName().toString(), text, FrontendOptions.defaults());
        System.out.println(file.getFileName() + ": " + kernels.size() + " kernels");
      } catch (InputException e) {
        System.out.println("REFUSED " + e.getMessage());
        continue;
      }
      for (String kernel : names(file)) {
        try {
          String miss = miss(folder, file, kernel);
          if (miss != null) {
            System.out.println("MISS " + file.getFileName() + " " + kernel + ": " + miss);
          }
        } catch (RuntimeException e) {
          System.out.println("ERROR " + file.getFileName() + " " + kernel + ": " + e);
        }
      }
    }
  }
}
