// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.Latencies;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.schedule.BlockSchedule;
import io.lockstep.device.nvidia.schedule.ListSchedule;
import io.lockstep.device.nvidia.schedule.ListSchedule.Scarcity;
import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.sm.code.SassCode;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.RandomPtx;
import io.lockstep.testsupport.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegisterTargetTest {
  private static final int KERNELS = 30;
  private static final int PREDICATES = 7;

  private static final Path FILES = Repository.ROOT.resolve("validation/kernels");

  private static SassCode code(DeviceSpec spec, Path file, String name) throws IOException {
    return Kernels.ptx(name, Files.readString(file)).stream()
        .filter(k -> k.name().equals(name))
        .map(k -> new SassLowering(spec).lower(k))
        .findAny()
        .orElseThrow();
  }

  @Test
  void theOrderWithoutALimitOfLiveRegistersIsKeptWhereItIsTheFastestByBlock() throws IOException {
    DeviceSpec ampere = TestDevices.of(Capability.AMPERE);
    DeviceSpec without = ampere.with("compiler.without", "register_orders");
    SassCode limited = code(ampere, FILES.resolve("product_tensor.ptx"), "stages3");
    SassCode free = code(without, FILES.resolve("product_tensor.ptx"), "stages3");

    assertThat(limited.registers()).isGreaterThan(32); // no order fills the multiprocessor
    assertThat(limited.assembly()).isEqualTo(free.assembly());
  }

  @Test
  void theMultiprocessorIsFilledAsWithTheCodeOfPtxas() throws IOException {
    Path sha256 = Repository.ROOT.resolve("examples/kernels/sha256.ptx");

    assertThat(code(TestDevices.of(Capability.AMPERE), sha256, "sha256").registers())
        .isLessThanOrEqualTo(32); // those of ptxas
  }

  @Test
  void fragmentsAreLoadedByTheProductThatReadsThem() throws IOException {
    DeviceSpec ampere = TestDevices.of(Capability.AMPERE);

    // Two blocks of 512 work-items are resident, as with the 55 registers of ptxas.
    assertThat(code(ampere, FILES.resolve("product_rows.ptx"), "base").registers()).isLessThan(65);
  }

  @Test
  void codeThatFitsInAnyOrderFitsInEachOrder() {
    Latencies latencies = new Latencies(TestDevices.of(Capability.AMPERE));
    SassLowering lowering = new SassLowering(TestDevices.of(Capability.AMPERE));
    int fitting = 0;
    int others = 0;
    for (long seed = 1; seed <= KERNELS; seed++) {
      Kernel kernel = Kernels.ptx("k", RandomPtx.kernel(seed, 60, seed % 2 == 0)).get(0);
      CodeUnit code = lowering.select(kernel);
      Liveness liveness = Liveness.of(code.blocks(), code.successors(), SassOp.ACCESSES);
      for (int most = 1; most <= PREDICATES; most++) {
        if (!RegisterTarget.fitsInAnyOrder(code, Kind.PREDICATE, most)) {
          others++;
          continue;
        }
        fitting++;
        for (int live : new int[] {0, 4, 12, ListSchedule.FREE}) {
          for (int b = 0; b < code.blocks().size(); b++) {
            List<SassOp> block = code.blocks().get(b);
            BlockSchedule schedule =
                new BlockSchedule(
                    latencies, code.registers(), block, liveness.liveIn(b), liveness.liveOut(b));
            block.clear();
            schedule.order(live, Scarcity.LONGEST_PATH).forEach(part -> block.addAll(part.ops));
          }
          assertThat(RegisterTarget.allocation(code).used(Kind.PREDICATE))
              .as("seed %s, live %s", seed, live)
              .isLessThanOrEqualTo(most);
        }
      }
    }
    assertThat(fitting).isPositive();
    assertThat(others).isPositive();
  }
}
