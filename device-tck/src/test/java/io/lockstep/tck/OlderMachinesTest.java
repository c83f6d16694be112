// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.sm.machine.OlderProvider;
import io.lockstep.spi.DeviceProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Machines older than those that the product has, built of the library of multiprocessors. */
@Tag("slow")
class OlderMachinesTest {
  private abstract static class Machine extends DeviceKit {
    private final String device;

    Machine(String device) {
      this.device = device;
    }

    @Override
    protected DeviceProvider provider() {
      return new OlderProvider();
    }

    @Override
    protected List<String> devices() {
      return List.of(device);
    }

    @Override
    protected List<String> mayRefuse() {
      return List.of();
    }

    @TestFactory
    @DisplayName("examples are verified, but those of products of matrices, which are refused")
    Stream<DynamicTest> examplesAreVerified() throws IOException {
      Path examples = Path.of("..", "examples");
      List<Path> kernels;
      try (Stream<Path> files = Files.list(examples)) {
        kernels = files.filter(Machine::isOfPtx).sorted().toList();
      }
      assertThat(kernels).hasSizeGreaterThan(15);
      TestBench bench = new TestBench(provider(), examples);
      return kernels.stream()
          .map(
              file ->
                  DynamicTest.dynamicTest(
                      file.getFileName().toString(),
                      () -> {
                        RunResult result =
                            bench.run(file, Map.of(), bench.spec(device), TestBench.options());
                        boolean tensors = file.getFileName().toString().startsWith("tensor_");
                        assertThat(result.status())
                            .as(result.message())
                            .isEqualTo(tensors ? RunStatus.REFUSED : RunStatus.OK);
                        assertThat(tensors || result.verified()).isTrue();
                      }));
    }

    private static boolean isOfPtx(Path file) {
      try {
        return file.toString().endsWith(".yaml") && Files.readString(file).contains(".ptx");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Nested
  class ControlBits extends Machine {
    ControlBits() {
      super("p100");
    }
  }

  @Nested
  class Scoreboard extends Machine {
    Scoreboard() {
      super("gtx480");
    }
  }
}
