// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.Device;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.SpecReader;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.trace.record.Geometry;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What becomes of a device's answer to how a launch fits. */
class LaunchOccupancyTest {
  private static final DeviceSpec SPEC =
      SpecReader.read(
          "t.yaml",
          "device: t\nfamily: toy\nslots: 8\n",
          family ->
              SpecSchema.builder("toy")
                  .key("slots", Dimension.COUNT, "slots")
                  .between(1, 9)
                  .build(),
          id -> null);

  private static Occupancy ask(Supplier<Occupancy> answer) {
    Device device =
        (Device)
            Proxy.newProxyInstance(
                Device.class.getClassLoader(),
                new Class<?>[] {Device.class},
                (proxy, method, arguments) ->
                    method.getName().equals("spec") ? SPEC : answer.get());
    KernelBuilder b = new KernelBuilder("k", "test", "k.ptx");
    b.add(b.block(), InstructionBuilder.of(Op.EXIT, Type.I1).build());
    Kernel kernel = b.build();
    return LaunchOccupancy.of(device, kernel, null, new Geometry(1, 1, 1, 64, 1, 1), 0);
  }

  private static void refuses(Supplier<Occupancy> answer, String message) {
    assertThatThrownBy(() -> ask(answer)).isInstanceOf(RefusalException.class).hasMessage(message);
  }

  private static Supplier<Occupancy> refusal(String reason) {
    return () -> {
      throw new RefusalException(reason);
    };
  }

  @Test
  void a_refusal_that_names_no_kernel_is_given_its_name() {
    refuses(refusal("not even one group fits"), "kernel 'k': not even one group fits");
    refuses(refusal("kernel 'k': not one block fits"), "kernel 'k': not one block fits");
  }

  @Test
  void no_group_at_all_is_a_refusal_and_one_is_none() {
    refuses(
        () -> new Occupancy(0, 0, 8, 1, "registers"),
        "kernel 'k': not one work-group fits a compute unit (limited by registers)");
    assertThat(ask(() -> new Occupancy(1, 1, 8, 1, "registers")).groups()).isEqualTo(1);
  }
}
