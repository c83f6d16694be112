// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.launch;

import static java.util.stream.Collectors.joining;

import io.lockstep.kernel.analysis.NamedBarrier;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.matrix.SparseMmaShape;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Capabilities.AtomicType;
import io.lockstep.spi.RefusalException;
import io.lockstep.trace.record.BufferInfo;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Program;
import java.util.List;
import java.util.Set;

/**
 * Checks a program against a device's capabilities.
 *
 * <p>Each refusal names the capability, the required value and, where known, the kernel's line.
 */
public final class CapabilityCheck {
  /**
   * Widest wavefront of all devices. A kernel whose execution turns out to need a greater width has
   * data races on every device and is not refused for its width.
   */
  static final int WIDEST_WAVEFRONT = 64;

  /** Hint for a fused multiply-add that the program requires, unlike contraction by a compiler. */
  private static final int MATRIX_MOVES = 70; // first instruction set whose wmma products need them

  private static final String FUSED_HINT =
      " (the program or its options ask for one rounding; write a * b + c or mad in place of fma,"
          + " leave out 'contraction: required', or compile with -ffp-contract=off or -fmad=false)";

  /** Compilers for devices without doubles demote them (PTX ISA, .target map_f64_to_f32). */
  private static final String DEMOTION_HINT =
      "; 'demote_doubles: true' among the kernel's attributes computes with floats instead";

  private static final String PIXELS = " kernels run there as pixel shaders, whose work-items ";

  private CapabilityCheck() {}

  /**
   * Checks the memory that the program's buffers need.
   *
   * @throws RefusalException if the device's memory is too small
   */
  public static void program(Program program, Capabilities device) {
    long bytes = 0;
    for (BufferInfo buffer : program.buffers()) {
      bytes += (buffer.bytes() + 255) / 256 * 256;
    }
    if (bytes > device.memoryBytes()) {
      throw new RefusalException(
          "device memory: the program allocates %s bytes, the device has %s"
              .formatted(bytes, device.memoryBytes()));
    }
  }

  /**
   * Checks one launch.
   *
   * @param g work-groups as the device runs them
   * @throws RefusalException if the device lacks a capability
   */
  public static void launch(
      Kernel kernel, HostStep.Launch launch, Geometry g, Capabilities device) {
    String where = "kernel '" + kernel.name() + "'";
    if (!device.computeKernels() && launch.isCooperative()) {
      throw new RefusalException(
          where + ": is launched cooperatively, but" + PIXELS + "come and go one by one");
    }
    if (launch.hasPartialGroups() && !device.partialGroups()) {
      throw new RefusalException(
          where
              + ": has smaller last work-groups (OpenCL 2.0), which the device lacks: only a"
              + " global_size that is a multiple of block runs there");
    }
    int[] size = {g.sizeX(), g.sizeY(), g.sizeZ()};
    int[] groups = {g.groupsX(), g.groupsY(), g.groupsZ()};
    int groupSize = Math.max(g.groupSize(), device.computeKernels() ? 0 : launchedSize(launch));
    if (groupSize > device.maximumGroupSize()) {
      throw new RefusalException(
          where + ": work-group size " + groupSize + " exceeds " + device.maximumGroupSize());
    }
    for (int d = 0; d < 3; d++) {
      String axis = "xyz".substring(d, d + 1);
      if (size[d] > device.maximumGroup()[d]) {
        throw new RefusalException(
            "%s: work-group size %s along %s exceeds %s"
                .formatted(where, size[d], axis, device.maximumGroup()[d]));
      }
      if (groups[d] > device.maximumGrid()[d]) {
        throw new RefusalException(
            "%s: %s work-groups along %s exceed %s"
                .formatted(where, groups[d], axis, device.maximumGrid()[d]));
      }
    }
    kernel(kernel, kernel.localBytes() + launch.dynamicLocalBytes(), g.groupSize(), device);
    if (launch.minimumWidth() > 1 && !device.computeKernels() && !launch.isOfPixels()) {
      throw unordered(where, launch.minimumWidth());
    }
    if (launch.minimumWidth() > device.wavefront()) {
      throw new RefusalException(
          ("%s: is correct only at wavefronts of at least %s (unsynchronised conflicts"
                  + " inside a work-group), the device's are %s%s")
              .formatted(
                  where,
                  launch.minimumWidth(),
                  device.wavefront(),
                  wider(launch.minimumWidth(), device)));
    }
  }

  /** Returns how to request wider wavefronts, if the device has them. */
  private static String wider(int least, Capabilities device) {
    return device.wavefronts().stream()
        .filter(width -> width >= least)
        .findFirst()
        .map(width -> "; unit.wavefront=" + width + " requests wider ones")
        .orElse("");
  }

  /** Returns the launched work-group size; 0 for a pixel domain, which has no work-groups. */
  private static int launchedSize(HostStep.Launch launch) {
    return launch.isOfPixels() ? 0 : launch.geometry().groupSize();
  }

  /**
   * Checks a kernel independently of its launch.
   *
   * @param local bytes of local memory per work-group
   * @param groupSize work-items per work-group, 0 if unknown
   * @throws RefusalException if the device lacks a capability
   */
  public static void kernel(Kernel kernel, int local, int groupSize, Capabilities device) {
    String where = "kernel '" + kernel.name() + "'";
    if (local > 0 && device.localBytesPerGroup() == 0) {
      String lacks = "which the device lacks";
      lacks += device.computeKernels() ? "" : ":" + PIXELS + "share nothing";
      Instruction first = firstLocal(kernel);
      throw first != null
          ? refusal(kernel, first, "local memory, " + lacks)
          : new RefusalException(
              "%s: local memory (%s bytes a work-group), %s".formatted(where, local, lacks));
    }
    if (local > device.localBytesPerGroup()) {
      throw new RefusalException(
          "%s: %s bytes of local memory exceed %s a work-group"
              .formatted(where, local, device.localBytesPerGroup()));
    }
    for (Block block : kernel.blocks()) {
      block.instructions().forEach(i -> region(kernel, i, device));
    }
    width(kernel, device);
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        instruction(kernel, i, device, groupSize);
      }
    }
  }

  /** Checks that the device has the wavefront width that a kernel requires. */
  private static void width(Kernel kernel, Capabilities device) {
    if (kernel.subGroups() && kernel.fixedWidth() != device.wavefront()) {
      throw new RefusalException(
          ("kernel '%s': has sub-groups of %s work-items, the device's have %s (a recorded trace"
                  + " has one size: record --sub-groups %s; a HIP program has that of the device"
                  + " it sees: --as DEVICE)")
              .formatted(
                  kernel.name(),
                  kernel.fixedWidth(),
                  device.wavefronts().stream().map(String::valueOf).collect(joining(" or ")),
                  device.wavefront()));
    }
    if (kernel.fixedWidth() > device.wavefront()) {
      throw new RefusalException(
          "kernel '%s': lane operations fix the wavefront's width at %s, the device's is %s"
              .formatted(kernel.name(), kernel.fixedWidth(), device.wavefront()));
    }
  }

  /**
   * Checks the minimum wavefront width that the execution of a launch has determined.
   *
   * @throws RefusalException if the device's wavefronts are narrower
   */
  public static void executed(Kernel kernel, LaunchEnd end, Capabilities device) {
    if (kernel.subGroups()) {
      width(kernel, device);
    }
    if ((end.flags() & HostStep.Launch.RACES_ALLOWED) != 0
        || end.minimumWidth() > WIDEST_WAVEFRONT) {
      return;
    }
    if (!device.computeKernels() && !kernel.isPixelKernel()) {
      if (end.minimumWidth() > 1 && firstLocal(kernel) == null) { // otherwise kernel() refuses it
        throw unordered("kernel '" + kernel.name() + "'", end.minimumWidth());
      }
    } else if (end.minimumWidth() > device.wavefront()) {
      throw new RefusalException(
          ("kernel '%s': is correct only at wavefronts of at least %s (unsynchronised"
                  + " conflicts inside a work-group), the device's are %s%s")
              .formatted(
                  kernel.name(),
                  end.minimumWidth(),
                  device.wavefront(),
                  wider(end.minimumWidth(), device)));
    }
  }

  /** Returns the first access to local memory with a known source line, or null. */
  private static Instruction firstLocal(Kernel kernel) {
    return kernel.blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .filter(i -> i.memory() != null && i.memory().space() == Space.LOCAL && i.line() > 0)
        .findFirst()
        .orElse(null);
  }

  /**
   * Returns the refusal of a kernel that relies on the execution order of work-items in a
   * wavefront, by a device that forms wavefronts by pixel position.
   */
  private static RefusalException unordered(String where, int width) {
    return new RefusalException(
        ("%s: is correct only if %s work-items in order share a wavefront (unsynchronised"
                + " conflicts inside a work-group), but%sare put together by their places")
            .formatted(where, width, PIXELS));
  }

  private static void instruction(
      Kernel kernel, Instruction i, Capabilities device, int groupSize) {
    boolean arithmetic = i.memory() == null && i.op() != Op.MOVE;
    if (!device.doublePrecision()
        && arithmetic
        && (i.type() == Type.F64 || i.sourceType() == Type.F64)) {
      String hint = DoubleLiterals.plausible(kernel) ? DoubleLiterals.HINT : "";
      throw refusal(kernel, i, "double precision, which the device lacks" + hint + DEMOTION_HINT);
    }
    if (!device.halfPrecision() && !device.halfThroughFloat() && isHalfArithmetic(i)) {
      throw refusal(kernel, i, "half-precision arithmetic, which the device lacks");
    }
    if (!device.fusedMultiplyAdd()
        && i.op() == Op.FMA
        && i.type() == Type.F32
        && i.fusion() == Fusion.REQUIRED) {
      throw refusal(kernel, i, "a fused multiply-add, which the device lacks" + FUSED_HINT);
    }
    if (!device.textures() && isImage(i)) {
      throw refusal(kernel, i, "images, which the device lacks: it has no texture units");
    }
    if (!device.textures() && i.op() == Op.TEXTURE) {
      throw refusal(kernel, i, "texture fetches, which the device lacks");
    }
    if (i.op() == Op.MATRIX && !device.matrices().contains(i.matrix())) {
      throw refusal(
          kernel, i, "the matrix instruction " + i.matrix().text() + lacking(device, i.matrix()));
    }
    if ((i.op() == Op.ROW_ADDRESS || i.op() == Op.TRANSPOSE)
        && device.instructionSet() < MATRIX_MOVES) {
      throw refusal(kernel, i, "loads, stores and moves of matrices, which the device lacks");
    }
    if (i.op() == Op.MATRIX
        && i.matrix() instanceof SparseMmaShape
        && i.modifiers().blgp() == 0
        && !device.matrixPatterns().contains(i.matrix())) {
      throw refusal(
          kernel,
          i,
          "a sparse product whose columns may have any order: the device has mma.sp with"
              + " ::ordered_metadata alone");
    }
    if (i.op() == Op.MATRIX
        && i.matrix() instanceof MfmaShape
        && i.modifiers().blgp() > 0
        && !device.matrixPatterns().contains(i.matrix())) {
      throw refusal(
          kernel,
          i,
          "blgp other than 0 of the matrix instruction %s, which the device has without it"
              .formatted(i.matrix().text()));
    }
    boolean copies = i.isCopy() || i.op() == Op.COMMIT_COPIES || i.op() == Op.AWAIT_COPIES;
    if (copies && !device.asynchronousCopies()) {
      throw refusal(kernel, i, "asynchronous copies to local memory, which the device lacks");
    }
    if (i.op() == Op.BARRIER && !device.computeKernels()) {
      throw refusal(kernel, i, "a barrier, which the device lacks:" + PIXELS + "share nothing");
    }
    if (i.op() == Op.BARRIER && !i.is(Variant.Barrier.LAUNCH)) {
      barrier(kernel, i, device, groupSize);
    }
    if (i.op() == Op.ATOMIC) {
      Space space = i.memory().space() == Space.GENERIC ? Space.GLOBAL : i.memory().space();
      Set<AtomicType> known = device.atomics().getOrDefault(space, Set.of());
      Type type = i.type();
      if (!known.contains(new AtomicType(i.atomic(), type)) && i.atomic().isOfBarrier()) {
        throw refusal(kernel, i, "barriers in local memory, which the device lacks");
      }
      if (!known.contains(new AtomicType(i.atomic(), type))) {
        throw refusal(
            kernel,
            i,
            "atomic %s on %s in %s memory, which the device lacks"
                .formatted(
                    i.atomic().name().toLowerCase(java.util.Locale.ROOT),
                    type.name().toLowerCase(java.util.Locale.ROOT),
                    space.name().toLowerCase(java.util.Locale.ROOT)));
      }
    }
  }

  /** Refuses region memory and launch barriers that the device lacks. */
  private static void region(Kernel kernel, Instruction i, Capabilities device) {
    if (i.memory() != null && i.memory().space() == Space.REGION && device.regionBytes() == 0) {
      String left =
          device.launchBarriers() ? ": its region unit has barriers of launches alone" : "";
      throw refusal(kernel, i, "region memory, which the device lacks" + left);
    }
    if (i.is(Variant.Barrier.LAUNCH) && !device.launchBarriers()) {
      throw refusal(kernel, i, "a barrier of the launch, which the device lacks");
    }
  }

  private static String lacking(Capabilities device, MatrixShape shape) {
    List<String> others =
        device.matrices().stream()
            .filter(s -> s.getClass() == shape.getClass())
            .filter(s -> s.left() == shape.left() && s.right() == shape.right())
            .filter(s -> s.result() == shape.result())
            .map(MatrixShape::text)
            .toList();
    return others.isEmpty()
        ? ", which the device lacks"
        : ", which the device lacks; it has " + String.join(", ", others);
  }

  /** Returns whether an instruction computes with halves; conversions and moves do not. */
  public static boolean isHalfArithmetic(Instruction i) {
    return i.memory() == null
        && i.op() != Op.MOVE
        && i.op() != Op.CONVERT
        && i.op() != Op.SELECT
        && i.type() == Type.F16;
  }

  private static boolean isImage(Instruction i) {
    return i.isSampled() || i.isFormatted();
  }

  /**
   * Refuses split, reducing and partial barriers that the device lacks, and those of a part whose
   * number is computed: traces do not tell it.
   */
  private static void barrier(Kernel kernel, Instruction i, Capabilities device, int groupSize) {
    boolean has = device.partialBarriers();
    if (i.is(Variant.Barrier.ARRIVE) && !has) {
      throw refusal(kernel, i, "a barrier that is only arrived at, which the device lacks");
    }
    if (!i.is(Variant.Barrier.WAIT) && !has) {
      throw refusal(kernel, i, "a barrier that reduces, which the device lacks");
    }
    if (groupSize == 0) {
      return;
    }
    NamedBarrier barrier = NamedBarrier.of(kernel, i);
    // A barrier of the whole group has one number for all, in a register or not.
    if (barrier.isOfAll(groupSize)) {
      return;
    }
    if (!has) {
      throw refusal(kernel, i, "a barrier of a part of the work-group, which the device lacks");
    }
    if (barrier.isComputed()) {
      throw refusal(
          kernel, i, "a barrier of a part of the work-group whose number or size is no constant");
    }
  }

  private static RefusalException refusal(Kernel kernel, Instruction i, String what) {
    return new RefusalException(
        "kernel '" + kernel.name() + "', " + kernel.source() + i.place() + ": uses " + what);
  }
}
