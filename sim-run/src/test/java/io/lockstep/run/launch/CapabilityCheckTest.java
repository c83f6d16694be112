// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.launch;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.matrix.MatrixModifiers;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.RefusalException;
import io.lockstep.trace.record.BufferInfo;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Limits that a launch meets before anything is simulated, one at a time. */
class CapabilityCheckTest {
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
    CapabilityCheck.launch(
        kernel, new HostStep.Launch(0, 0, g, dynamic, List.of(), 0, 0, List.of(), 0, 0), g, device);
  }

  @Test
  void buffersTakeWholeUnitsOf256BytesOfTheDevicesMemory() {
    CapabilityCheck.program(buffers((1 << 20) - 511, 1, 0), device(true, true));
    assertThatThrownBy(
            () -> CapabilityCheck.program(buffers((1 << 20) - 511, 1, 1), device(true, true)))
        .hasMessage("device memory: the program allocates 1048832 bytes, the device has 1048576");
  }

  private static Program buffers(long... bytes) {
    List<BufferInfo> infos = new ArrayList<>();
    for (long size : bytes) {
      infos.add(new BufferInfo(infos.size(), "b", Type.I8, size, size));
    }
    return new Program(
        "p", List.of(), infos, new TreeMap<>(), 0, Program.Timing.KERNELS, ProgramStreams.NONE);
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
        .hasMessage(
            "kernel 'k', k.ptx:7: uses double precision, which the device lacks; 'demote_doubles:"
                + " true' among the kernel's attributes computes with floats instead");
    assertThatThrownBy(() -> launch(kernel(Type.F16), one, 0, device(false, true)))
        .hasMessage("kernel 'k', k.ptx:7: uses half-precision arithmetic, which the device lacks");
    launch(kernel(Type.F16), one, 0, device(true, true));
  }

  @Test
  @DisplayName("a required fused multiply-add is refused with the options that avoid it")
  void namesWhatAvoidsAFusedMultiplyAdd() {
    KernelBuilder b = new KernelBuilder("k", "test", "k.ptx");
    int block = b.block();
    int r = b.register(Type.F32, "r");
    Operand one = Operand.immediate(1);
    b.add(
        block,
        InstructionBuilder.of(Op.FMA, Type.F32)
            .fusion(Fusion.REQUIRED)
            .line(7)
            .to(r)
            .from(one, one, one)
            .build());
    b.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    Geometry one1 = new Geometry(1, 1, 1, 1, 1, 1);
    assertThatThrownBy(() -> launch(b.build(), one1, 0, device(true, true)))
        .hasMessageStartingWith(
            "kernel 'k', k.ptx:7: uses a fused multiply-add, which the device lacks (")
        .hasMessageContaining("write a * b + c or mad in place of fma")
        .hasMessageContaining("'contraction: required'")
        .hasMessageContaining("-ffp-contract=off or -fmad=false");
  }

  @Test
  @DisplayName("sub-groups are as wide as the device's wavefronts, lanes of CUDA at most as wide")
  void comparesWidths() {
    Geometry group = new Geometry(1, 1, 1, 64, 1, 1);
    Capabilities narrow = device(true, true);
    launch(sized(32, true), group, 0, narrow);
    launch(sized(16, false), group, 0, narrow);
    assertThatThrownBy(() -> launch(sized(16, true), group, 0, narrow))
        .isInstanceOf(RefusalException.class)
        .hasMessageStartingWith(
            "kernel 'k': has sub-groups of 16 work-items, the device's have 32 (")
        .hasMessageContaining("record --sub-groups 32")
        .hasMessageContaining("a HIP program has that of the device it sees: --as DEVICE");
    assertThatThrownBy(() -> launch(sized(64, true), group, 0, narrow))
        .hasMessageStartingWith("kernel 'k': has sub-groups of 64 work-items");
    assertThatThrownBy(() -> launch(sized(64, false), group, 0, narrow))
        .hasMessage(
            "kernel 'k': lane operations fix the wavefront's width at 64, the device's is 32");
  }

  private static Kernel sized(int width, boolean subGroups) {
    KernelBuilder b = new KernelBuilder("k", "test", "k.ptx");
    b.add(b.block(), InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return (subGroups ? b.subGroups(width) : b.fixedWidth(width)).build();
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
  @DisplayName("a device of pixels alone runs kernels whose work-items share nothing")
  void aDeviceOfPixelsAloneRunsKernelsWhoseWorkItemsShareNothing() {
    Capabilities pixels = device(true, false);
    Geometry one = new Geometry(1, 1, 1, 1, 1, 1);
    launch(kernel(Type.I32), one, 0, pixels);
    KernelBuilder b = new KernelBuilder("k", "test", "k.ptx");
    int block = b.block();
    b.add(block, InstructionBuilder.of(Op.BARRIER, Type.I1).line(9).column(5).build());
    b.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    assertThatThrownBy(() -> launch(b.build(), one, 0, pixels))
        .hasMessage(
            "kernel 'k', k.ptx:9:5: uses a barrier, which the device lacks: kernels run there as pixel"
                + " shaders, whose work-items share nothing");
    HostStep.Launch exchanging = new HostStep.Launch(0, 0, one, 0, List.of(), 32, 0);
    assertThatThrownBy(() -> CapabilityCheck.launch(kernel(Type.I32), exchanging, one, pixels))
        .hasMessageContaining("is correct only if 32 work-items in order share a wavefront");
    HostStep.Launch together =
        new HostStep.Launch(0, 0, one, 0, List.of(), 0, HostStep.Launch.COOPERATIVE);
    assertThatThrownBy(() -> CapabilityCheck.launch(kernel(Type.I32), together, one, pixels))
        .hasMessageContaining("is launched cooperatively, but kernels run there as pixel shaders");
  }

  @Test
  void asynchronousCopiesAreRefusedByADeviceWithoutThem() {
    Geometry one = new Geometry(1, 1, 1, 1, 1, 1);
    InstructionBuilder wait =
        InstructionBuilder.of(Op.AWAIT_COPIES, Type.I32).from(Operand.immediate(0));
    InstructionBuilder fill =
        InstructionBuilder.of(Op.STORE, Type.I32)
            .variant(Variant.Copy.CACHED)
            .from(Operand.immediate(0), Operand.immediate(0))
            .memory(new MemoryAccess(Space.LOCAL, Type.I32, 1, -1, 0));
    for (InstructionBuilder copy :
        List.of(wait, InstructionBuilder.of(Op.COMMIT_COPIES, Type.I1), fill)) {
      KernelBuilder b = new KernelBuilder("k", "test", "k.ptx");
      int block = b.block();
      b.add(block, copy.line(9).column(5).build());
      b.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
      Kernel kernel = b.build();
      assertThatThrownBy(() -> launch(kernel, one, 0, device(true, true)))
          .hasMessage(
              "kernel 'k', k.ptx:9:5: uses asynchronous copies to local memory, which the device"
                  + " lacks");
      Capabilities has = Capabilities.builder().localBytes(4096).asynchronousCopies(true).build();
      launch(kernel, one, 0, has);
    }
  }

  @Test
  void barriersInLocalMemoryAreRefusedByADeviceWithoutThem() {
    KernelBuilder b = new KernelBuilder("k", "test", "k.ptx");
    int block = b.block();
    b.add(
        block,
        InstructionBuilder.of(Op.ATOMIC, Type.I64)
            .atomic(AtomicOp.BARRIER_INIT)
            .from(Operand.immediate(0), Operand.immediate(4))
            .memory(new MemoryAccess(Space.LOCAL, Type.I64, 1, -1, 0))
            .line(9)
            .column(5)
            .build());
    b.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    Geometry one = new Geometry(1, 1, 1, 1, 1, 1);
    assertThatThrownBy(() -> launch(b.build(), one, 0, device(true, true)))
        .hasMessage("kernel 'k', k.ptx:9:5: uses barriers in local memory, which the device lacks");
  }

  @Test
  void aPatternOfLanesIsRefusedWhereTheDeviceHasTheMatrixInstructionWithoutIt() {
    KernelBuilder b = new KernelBuilder("k", "test", "k.ptx").fixedWidth(64);
    int block = b.block();
    int r = b.register(Type.F64, "r");
    b.add(
        block,
        InstructionBuilder.of(Op.MATRIX, Type.F64)
            .variant(new Variant.Matrix(MfmaShape.F64_4X4X4F64, new MatrixModifiers(0, 0, 1)))
            .line(7)
            .to(r)
            .from(Operand.register(r), Operand.register(r), Operand.register(r))
            .build());
    b.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    Kernel kernel = b.build();
    Geometry one = new Geometry(1, 1, 1, 64, 1, 1);
    launch(kernel, one, 0, withMatrices(Set.of(MfmaShape.F64_4X4X4F64)));
    assertThatThrownBy(() -> launch(kernel, one, 0, withMatrices(Set.of())))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("k.ptx:7")
        .hasMessageContaining(
            "blgp other than 0 of the matrix instruction f64_4x4x4f64, which the device has"
                + " without it");
  }

  private static Capabilities withMatrices(Set<MfmaShape> patterns) {
    return Capabilities.builder()
        .wavefront(64)
        .groupSize(64)
        .group(64, 1, 1)
        .grid(1, 1, 1)
        .memoryBytes(1 << 20)
        .doublePrecision(true)
        .matrices(Set.of(MfmaShape.F64_4X4X4F64))
        .matrixPatterns(patterns)
        .build();
  }
}
