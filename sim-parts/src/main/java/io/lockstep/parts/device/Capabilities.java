package io.lockstep.parts.device;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Type;
import java.util.Map;
import java.util.Set;

/**
 * What a device can do at all.
 *
 * @param wavefront work-items of a wavefront
 * @param maximumGroupSize work-items of a group
 * @param maximumGroup largest group size along x, y, z
 * @param maximumGrid largest number of groups along x, y, z
 * @param localBytesPerGroup local memory a group may use; 0 where the hardware has none for compute
 * @param doublePrecision whether F64 arithmetic exists
 * @param fusedMultiplyAdd single-precision FMA: a required one is refused or emulated without it
 * @param atomics types of atomics by memory space; spaces without any are absent
 * @param memoryBytes device memory
 * @param addressBits width of an address
 * @param textures whether kernels may sample textures
 * @param halfPrecision whether F16 arithmetic exists
 * @param computeKernels whether kernels with work-groups run; false where only pixels do
 */
public record Capabilities(
    int wavefront,
    int maximumGroupSize,
    int[] maximumGroup,
    int[] maximumGrid,
    int localBytesPerGroup,
    boolean doublePrecision,
    boolean fusedMultiplyAdd,
    Map<Space, Set<AtomicType>> atomics,
    long memoryBytes,
    int addressBits,
    boolean textures,
    boolean halfPrecision,
    boolean computeKernels) {
  /** An atomic operation on a type. */
  public record AtomicType(AtomicOp op, Type type) {}
}
