package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;
import io.lockstep.parts.device.Capabilities;
import io.lockstep.parts.device.RefusalException;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Limits that a launch meets before anything is simulated, one at a time. */
class LaunchCheckTest {
  private static Capabilities device(boolean half, boolean compute) {
    return Capabilities.builder()
        .wavefront(32)
        .groupSize(128)
        .group(128, 64, 8)
        .grid(1000, 100, 10)
        .localBytes(4096)
        .memoryBytes(1 << 20)
        .halfPrecision(half)
        .computeKernels(compute)
        .build();
  }

  private static Kernel kernel(Type type) {
    KernelBuilder b = new KernelBuilder("k", "test", "k.ptx");
    int block = b.block();
    int r = b.register(type, "r");
    Operand one = Operand.immediate(1);
    b.add(block, InstructionBuilder.of(Op.ADD, type).line(7).to(r).from(one, one).build());
    b.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return b.build();
  }

  private static void launch(Kernel kernel, Geometry g, int dynamic, Capabilities device) {
    LaunchCheck.launch(
        kernel, new HostStep.Launch(0, 0, g, dynamic, List.of(), 0, 0, List.of(), 0, 0), g, device);
  }

  private static void refused(String reason, Geometry g, int dynamic) {
    assertThatThrownBy(() -> launch(kernel(Type.I32), g, dynamic, device(true, true)))
        .isInstanceOf(RefusalException.class)
        .hasMessage("kernel 'k': " + reason);
  }

  @Test
  @DisplayName("groups, grids along each axis, local memory: the largest run, one more is refused")
  void groupsGridsAlongEachAxisLocalMemoryTheLargestRunOneMoreIsRefused() {
    launch(kernel(Type.I32), new Geometry(1000, 100, 10, 4, 4, 8), 4096, device(true, true));
    launch(kernel(Type.I32), new Geometry(1, 1, 1, 128, 1, 1), 0, device(true, true));
    refused("work-group size 129 exceeds 128", new Geometry(1, 1, 1, 129, 1, 1), 0);
    refused("work-group size 65 along y exceeds 64", new Geometry(1, 1, 1, 1, 65, 1), 0);
    refused("work-group size 9 along z exceeds 8", new Geometry(1, 1, 1, 1, 1, 9), 0);
    refused("1001 work-groups along x exceed 1000", new Geometry(1001, 1, 1, 1, 1, 1), 0);
    refused("101 work-groups along y exceed 100", new Geometry(1, 101, 1, 1, 1, 1), 0);
    refused("11 work-groups along z exceed 10", new Geometry(1, 1, 11, 1, 1, 1), 0);
    refused(
        "4097 bytes of local memory exceed 4096 a work-group",
        new Geometry(1, 1, 1, 1, 1, 1),
        4097);
  }

  @Test
  @DisplayName("arithmetic that the device lacks is named with its line")
  void arithmeticThatTheDeviceLacksIsNamedWithItsLine() {
    Geometry one = new Geometry(1, 1, 1, 1, 1, 1);
    assertThatThrownBy(() -> launch(kernel(Type.F64), one, 0, device(true, true)))
        .hasMessage("kernel 'k', k.ptx:7: uses double precision, which the device lacks");
    assertThatThrownBy(() -> launch(kernel(Type.F16), one, 0, device(false, true)))
        .hasMessage("kernel 'k', k.ptx:7: uses half-precision arithmetic, which the device lacks");
    launch(kernel(Type.F16), one, 0, device(true, true));
  }

  @Test
  @DisplayName("halves run where the device computes them in single precision")
  void acceptsHalvesThroughSinglePrecision() {
    Capabilities through =
        Capabilities.builder()
            .wavefront(32)
            .groupSize(128)
            .group(128, 64, 8)
            .grid(1000, 100, 10)
            .localBytes(4096)
            .memoryBytes(1 << 20)
            .halfThroughFloat(true)
            .build();
    launch(kernel(Type.F16), new Geometry(1, 1, 1, 1, 1, 1), 0, through);
    assertThatThrownBy(() -> launch(kernel(Type.F64), new Geometry(1, 1, 1, 1, 1, 1), 0, through))
        .hasMessageContaining("double precision");
  }

  @Test
  @DisplayName("a device of pixels alone refuses work-groups")
  void aDeviceOfPixelsAloneRefusesWorkGroups() {
    assertThatThrownBy(
            () -> launch(kernel(Type.I32), new Geometry(1, 1, 1, 1, 1, 1), 0, device(true, false)))
        .hasMessage("kernel 'k': compute kernels, which the device lacks: it runs pixels");
  }
}
