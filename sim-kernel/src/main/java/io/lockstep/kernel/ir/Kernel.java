// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import java.util.List;

/**
 * A kernel in the portable intermediate representation (IR): typed virtual registers, basic blocks
 * with explicit immediate post-dominators and loops. Immutable and thread-safe; built by {@link
 * KernelBuilder}.
 *
 * @param name entry name
 * @param frontend id of the front-end that read the kernel, for example {@code ptx}
 * @param source file name, for messages and results
 * @param parameters parameters in order
 * @param parameterBytes size of the argument block
 * @param registers type of each virtual register
 * @param registerNames register names as in the text, for listings
 * @param blocks blocks in layout order; block 0 is the entry
 * @param variables module-scope, local and private variables
 * @param localBytes bytes of static work-group memory
 * @param privateBytes bytes of work-item memory that is addressed (not registers)
 * @param memorySlots number of static memory operations whose addresses are recorded; textures
 *     count once for each coordinate
 * @param loops number of natural loops
 * @param addressBits 32 or 64: width of pointers in the text
 * @param bounds bounds of launches and registers
 * @param fixedWidth lanes that exchange values, a power of two up to 64, if the kernel depends on
 *     their number: 32 for CUDA, the width of a sub-group for OpenCL C; otherwise 0
 * @param subGroups whether the fixed width must be the width of the device's wavefronts
 * @param unrolled whether the program requests unrolled loops; otherwise the front-end's compiler
 *     decided to unroll
 * @param demoted whether doubles were demoted to floats
 */
public record Kernel(
    String name,
    String frontend,
    String source,
    List<Parameter> parameters,
    int parameterBytes,
    List<Type> registers,
    List<String> registerNames,
    List<Block> blocks,
    List<Variable> variables,
    int localBytes,
    int privateBytes,
    int memorySlots,
    int loops,
    int addressBits,
    LaunchBounds bounds,
    int fixedWidth,
    boolean subGroups,
    boolean unrolled,
    boolean demoted) {
  /**
   * Copies the lists.
   *
   * @param name entry name
   * @param frontend id of the front-end that read the kernel
   * @param source file name, for messages and results
   * @param parameters parameters in order
   * @param parameterBytes size of the argument block
   * @param registers type of each virtual register
   * @param registerNames register names as in the text, for listings
   * @param blocks blocks in layout order; block 0 is the entry
   * @param variables module-scope, local and private variables
   * @param localBytes bytes of static work-group memory
   * @param privateBytes bytes of work-item memory that is addressed (not registers)
   * @param memorySlots number of static memory operations whose addresses are recorded
   * @param loops number of natural loops
   * @param addressBits 32 or 64: width of pointers in the text
   * @param bounds bounds of launches and registers
   * @param fixedWidth lanes that exchange values if the kernel depends on their number; otherwise 0
   * @param subGroups whether the fixed width must be the width of the device's wavefronts
   * @param unrolled whether the program requests unrolled loops
   * @param demoted whether doubles were demoted to floats
   */
  public Kernel {
    parameters = List.copyOf(parameters);
    registers = List.copyOf(registers);
    registerNames = List.copyOf(registerNames);
    blocks = List.copyOf(blocks);
    variables = List.copyOf(variables);
  }

  /**
   * {@return a copy with another source name in messages and results}
   *
   * @param name replaces the source's name
   */
  public Kernel withSource(String name) {
    return new Kernel(
        this.name,
        frontend,
        name,
        parameters,
        parameterBytes,
        registers,
        registerNames,
        blocks,
        variables,
        localBytes,
        privateBytes,
        memorySlots,
        loops,
        addressBits,
        bounds,
        fixedWidth,
        subGroups,
        unrolled,
        demoted);
  }

  /**
   * {@return a copy with other launch bounds}
   *
   * @param others the new bounds
   */
  public Kernel withBounds(LaunchBounds others) {
    return with(blocks, others, subGroups, unrolled);
  }

  /** {@return a copy whose fixed width is independent of the device's wavefronts} */
  public Kernel withOwnWidth() {
    return with(blocks, bounds, false, unrolled);
  }

  /** {@return a copy marked as requesting unrolled loops} */
  public Kernel withUnrolledLoops() {
    return with(blocks, bounds, subGroups, true);
  }

  /**
   * {@return a copy with other code of the same shape}
   *
   * @param others blocks with the same accesses, loops and successors
   */
  public Kernel withBlocks(List<Block> others) {
    return with(others, bounds, subGroups, unrolled);
  }

  private Kernel with(
      List<Block> code, LaunchBounds ofLaunches, boolean hasSubGroups, boolean isUnrolled) {
    return new Kernel(
        name,
        frontend,
        source,
        parameters,
        parameterBytes,
        registers,
        registerNames,
        code,
        variables,
        localBytes,
        privateBytes,
        memorySlots,
        loops,
        addressBits,
        ofLaunches,
        fixedWidth,
        hasSubGroups,
        isUnrolled,
        demoted);
  }

  /** {@return fixed group size {x, y, z}, or an empty list} */
  public List<Integer> requiredGroupSize() {
    return bounds.groupSize();
  }

  /** {@return number of static instructions} */
  public int size() {
    return blocks.stream().mapToInt(b -> b.instructions().size()).sum();
  }

  /** {@return whether the kernel reads values that only a launch over pixels supplies} */
  public boolean isPixelKernel() {
    return blocks.stream()
        .flatMap(b -> b.instructions().stream())
        .anyMatch(i -> i.special() != null && i.special().isOfPixels());
  }

  /** {@return whether work-groups meet at a barrier of their launch} */
  public boolean hasLaunchBarrier() {
    return blocks.stream().anyMatch(b -> b.last().is(Variant.Barrier.LAUNCH));
  }

  /**
   * {@return the static memory operation with a slot number}
   *
   * @param slot from 0 to {@link #memorySlots()}, exclusive
   */
  public Instruction memoryOperation(int slot) {
    for (Block block : blocks) {
      for (Instruction instruction : block.instructions()) {
        if (instruction.isRecorded()
            && slot >= instruction.memory().slot()
            && slot < instruction.memory().slot() + instruction.slots()) {
          return instruction;
        }
      }
    }
    throw new IllegalArgumentException("no memory operation has slot " + slot);
  }
}
