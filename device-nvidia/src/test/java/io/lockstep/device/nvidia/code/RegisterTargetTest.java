// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Liveness;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.RandomPtx;
import io.lockstep.testsupport.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegisterTargetTest {
  private static final int KERNELS = 30;
  private static final int PREDICATES = 7;

  @Test
  void theOrderWithoutALimitOfLiveRegistersIsKeptWhereNoneFillsTheMultiprocessor()
      throws IOException {
    DeviceSpec volta = TestDevices.of(Capability.VOLTA);
    String text = Files.readString(Repository.ROOT.resolve("examples/kernels/sha256.ptx"));
    Kernel kernel = Kernels.ptx("sha256", text).get(0);
    SassCode limited = new SassLowering(volta).lower(kernel);
    SassCode free =
        new SassLowering(volta.with("compiler.without", "register_orders")).lower(kernel);

    assertThat(limited.registers()).isBetween(33, 40); // more than 32, blocks as with 40
    assertThat(limited.assembly()).isEqualTo(free.assembly());
  }

  @Test
  void codeThatFitsInAnyOrderFitsInEachOrder() {
    Latencies latencies = new Latencies(TestDevices.of(Capability.AMPERE));
    SassLowering lowering = new SassLowering(TestDevices.of(Capability.AMPERE));
    int fitting = 0;
    int others = 0;
    for (long seed = 1; seed <= KERNELS; seed++) {
      Kernel kernel = Kernels.ptx("k", RandomPtx.kernel(seed, 60, seed % 2 == 0)).get(0);
      SelectedCode code = lowering.select(kernel);
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
            schedule.order(live).forEach(part -> block.addAll(part.ops));
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
