// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Device;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Checks that a device refuses unsupported kernels with a reason, before simulation. */
public abstract class RefusalContract extends DeviceContract {
  /** Creates the contract. */
  protected RefusalContract() {
    super("refusal");
  }

  @TestFactory
  @DisplayName("check() refuses what lower() refuses, for the same reason")
  Stream<DynamicTest> checkRefusesWhatLowerRefuses() {
    return each(
        device -> {
          Device model = bench().device(device);
          for (String workload : Corpus.all()) {
            for (Kernel kernel : bench().kernels(workload)) {
              String lower = reason(() -> model.lower(kernel));
              String check = reason(() -> model.check(kernel));
              require(
                  lower.equals(check),
                  "kernel '" + kernel.name() + "': lower() " + lower + ", check() " + check);
            }
          }
        });
  }

  private static String reason(Runnable call) {
    try {
      call.run();
      return "takes it";
    } catch (RefusalException e) {
      return "refuses it (" + e.getMessage() + ")";
    }
  }

  @TestFactory
  @DisplayName("a group as large as it may be runs, or is refused with a reason; a larger one is")
  Stream<DynamicTest> aGroupLargerThanTheLargestIsRefused() {
    return each(
        device -> {
          Capabilities can = bench().device(device).capabilities();
          int most = Math.min(can.maximumGroupSize(), can.maximumGroup()[0]);
          bench().isSimulated(group(device, most));
          if (most < Integer.MAX_VALUE) {
            refused(group(device, most + 1), "a group of " + (most + 1) + " work-items");
          }
        });
  }

  private RunResult group(DeviceSpec device, int size) {
    return bench()
        .run(
            bench()
                .write(
                    "group",
                    "name: group\nkernels: vecadd.ptx\nbuffers:\n  a: {type: f32, count: 64}\n"
                        + "steps:\n  - {launch: vecadd, grid: [2], block: ["
                        + size
                        + "], args: [a, a, a, {i32: 64}]}\n"),
            Map.of(),
            device,
            TestBench.options());
  }

  @TestFactory
  @DisplayName("a group that wants more local memory than there is is refused")
  Stream<DynamicTest> aGroupThatWantsMoreLocalMemoryThanThereIsIsRefused() {
    return each(
        device -> {
          int bytes = bench().device(device).capabilities().localBytesPerGroup();
          if (bytes > 1 << 28) {
            return;
          }
          RunResult result =
              bench()
                  .run(
                      bench()
                          .write(
                              "local",
                              "name: local\nkernels: transpose.ptx\nbuffers:\n"
                                  + "  a: {type: u32, count: 64}\n  b: {type: u32, count: 64}\n"
                                  + "steps:\n  - {launch: transpose, grid: [1, 1], block: [8, 8],"
                                  + " args: [a, b, {i32: 8}], shared: "
                                  + (bytes + 4L)
                                  + "}\n"),
                      Map.of(),
                      device,
                      TestBench.options());
          refused(result, "a group that wants more than " + bytes + " bytes of local memory");
        });
  }

  private static void refused(RunResult result, String what) {
    require(
        result.status() == RunStatus.REFUSED && !result.message().isBlank(),
        what + " is " + result.status() + ": " + result.message() + "; expected a refusal");
  }
}
