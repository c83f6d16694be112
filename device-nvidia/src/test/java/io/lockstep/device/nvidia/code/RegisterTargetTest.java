// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.Repository;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class RegisterTargetTest {
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
}
