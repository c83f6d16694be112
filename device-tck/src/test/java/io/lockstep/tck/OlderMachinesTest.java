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
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Machines older than those that the product has, built of the library of multiprocessors. */
@Tag("slow")
class OlderMachinesTest {
  /** What no kernel of the corpus depends on as these machines' plain compiler lowers it. */
  private static final String UNUSED =
      """
      atomics.lanes clock.peak constant.instructions constant.l2_latency constant.l2_line
      constant.l2_size constant.l2_ways constant.latency constant.line constant.merges
      constant.miss_latency constant.misses constant.operand_hold constant.replacement
      constant.return_latency constant.seed constant.size constant.ways dispatch.window
      dram.bank_groups dram.drain_from dram.drain_until host.copy_buffer
      host.pageable_async host.queues instruction_cache.size instruction_cache.ways
      issue.double issue.double_latency issue.double_shared issue.fence_device
      issue.fence_group issue.fence_shared issue.fence_system issue.half issue.reduction
      issue.shuffle issue.shuffle_latency issue.uniform l0.ways l1.merges l1.misses
      l1.replacement l1.seed l1.ways l1.write_policy l2.chunk l2.merges l2.misses
      l2.seed lds.atomic_latency lds.load_read lds.store_read memory.load_read
      memory.request_size memory.return_rate memory.scratch_base memory.store_read
      memory.uniform_gain registers.per_item registers.window texture.latency texture.rate
      texture.texel_size translation.entries translation.second_entries
      translation.second_fragment unit.engines unit.half
      """;

  private static final String UNUSED_BY_CONTROL_BITS =
      """
      dram.bypasses dram.policy dram.refresh_idle dram.trfc dram.trtw dram.write_queue
      l1.size l2.replacement l2.sets l2.size l2.ways
      """;

  private static final String UNUSED_BY_SCOREBOARD =
      """
      dram.trfc_bank issue.dispatches lds.granule
      """;

  private abstract static class Machine extends DeviceKit {
    private final String device;
    private final String unused;

    Machine(String device, String unused) {
      this.device = device;
      this.unused = unused;
    }

    @Override
    protected Map<String, String> withoutEffect() {
      Map<String, String> reasons = new TreeMap<>();
      for (String name : (UNUSED + unused).split("\\s+")) {
        reasons.put(name, "of no kernel of the corpus, as the plain compiler lowers it");
      }
      reasons.put("issue.group", "of issue.policy=two_level alone");
      reasons.put("simulation.*", "how it is simulated, on which no result depends");
      return reasons;
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
      super("p100", UNUSED_BY_CONTROL_BITS);
    }
  }

  @Nested
  class Scoreboard extends Machine {
    Scoreboard() {
      super("gtx480", UNUSED_BY_SCOREBOARD);
    }
  }
}
