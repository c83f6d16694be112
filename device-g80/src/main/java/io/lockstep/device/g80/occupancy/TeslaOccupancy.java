package io.lockstep.device.g80.occupancy;

import io.lockstep.parts.spec.Figures;

/**
 * Thread blocks resident on a multiprocessor of compute capability 1.x: the vendor's spreadsheet.
 *
 * <p>Registers are allocated per block, warps rounded up to pairs; shared memory in units of 512
 * bytes, kernel arguments and a 16-byte header included.
 *
 * <p>Source: NVIDIA's CUDA occupancy calculator, as re-implemented in gabyx/CudaFramework
 * (GPUDefines.hpp) and tmcdonell/cuda (Foreign.CUDA.Analysis.Occupancy).
 *
 * <p>Immutable and thread-safe.
 */
public final class TeslaOccupancy {
  private final int warpsPerMultiprocessor; // 24 or 32
  private final int blocksPerMultiprocessor; // 8
  private final int registers; // 32-bit registers of a multiprocessor
  private final int registerUnit; // allocation unit of registers per block, 256 or 512
  private final int warpsTogether; // a block has a multiple of so many warps of registers
  private final int sharedBytes; // shared memory of a multiprocessor
  private final int sharedUnit; // allocation unit of shared memory, 512
  private final int warp; // threads of a warp

  /**
   * Reads figures.
   *
   * @param f the device's
   */
  public TeslaOccupancy(Figures f) {
    warpsPerMultiprocessor = f.integer("unit.wavefronts");
    blocksPerMultiprocessor = f.integer("unit.groups");
    registers = f.integer("registers.size");
    registerUnit = f.integer("registers.granule");
    warpsTogether = f.integer("registers.warps");
    sharedBytes = f.integer("lds.size");
    sharedUnit = f.integer("lds.granule");
    warp = f.integer("unit.wavefront");
  }

  /**
   * Blocks and what limits them.
   *
   * @param blocks resident blocks; 0 means the launch fails
   * @param warps resident warps
   * @param limit the scarcest resource, in the words of {@link io.lockstep.parts.device.Occupancy}
   */
  public record Residency(int blocks, int warps, String limit) {}

  /** {@return warps that a multiprocessor holds} */
  public int warpsPerMultiprocessor() {
    return warpsPerMultiprocessor;
  }

  /** {@return 32-bit registers of a multiprocessor} */
  public int registers() {
    return registers;
  }

  /** {@return shared memory of a multiprocessor in bytes} */
  public int sharedBytes() {
    return sharedBytes;
  }

  /** Registers that one block takes. */
  public int registersPerBlock(int threads, int registersPerThread) {
    int warps = up(ceil(threads, warp), warpsTogether);
    return up(warps * warp * registersPerThread, registerUnit);
  }

  /**
   * The spreadsheet's answer.
   *
   * @param threads threads of a block
   * @param registersPerThread 0 where unknown
   * @param sharedPerBlock bytes, header and arguments included
   */
  public Residency of(int threads, int registersPerThread, int sharedPerBlock) {
    int warps = ceil(threads, warp);
    int byWarps = Math.min(blocksPerMultiprocessor, warpsPerMultiprocessor / warps);
    int byRegisters =
        registersPerThread == 0
            ? blocksPerMultiprocessor
            : registers / registersPerBlock(threads, registersPerThread);
    int shared = up(sharedPerBlock, sharedUnit);
    int byShared = shared == 0 ? blocksPerMultiprocessor : sharedBytes / shared;
    int blocks = Math.min(byWarps, Math.min(byRegisters, byShared));
    String limit;
    if (blocks == byRegisters && byRegisters < byWarps) {
      limit = "registers";
    } else if (blocks == byShared && byShared < byWarps) {
      limit = "local memory";
    } else if (byWarps == blocksPerMultiprocessor) {
      limit = "groups";
    } else {
      limit = "wavefronts";
    }
    return new Residency(blocks, blocks * warps, limit);
  }

  private static int ceil(int value, int unit) {
    return (value + unit - 1) / unit;
  }

  private static int up(int value, int unit) {
    return ceil(value, unit) * unit;
  }
}
