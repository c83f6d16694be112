// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.slice;

import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import java.util.BitSet;
import java.util.Optional;

/**
 * The instructions whose results paths and addresses of a launch depend on: a backward slice from
 * branches, guards, barriers and addresses (M. Weiser, "Program slicing", 1981). If nothing reads
 * what the launch writes, other results need not be computed, and the record stays the same.
 *
 * <p>The analysis ignores the order of instructions and knows device memory by buffer, so it may
 * keep instructions that are not needed, but omits none that is.
 */
public final class AddressSlice {
  private final Kernel kernel;
  private final AddressOrigins origins;
  private final MachineState state;
  private final int[] variableBuffers;
  private final BitSet registers = new BitSet(); // whose values are needed
  private final BitSet buffers = new BitSet(); // whose contents are needed
  private boolean anyBuffer; // whether the contents of an unknown buffer are needed
  private boolean local;
  private boolean privates;

  private AddressSlice(Kernel kernel, MachineState state, int[] variableBuffers) {
    this.kernel = kernel;
    this.state = state;
    this.variableBuffers = variableBuffers;
    origins = new AddressOrigins(kernel);
  }

  /**
   * Returns the slice of a launch.
   *
   * @param variableBuffers buffer of each of the kernel's variables, -1 if there is none
   * @return empty if all results must be computed
   */
  public static Optional<AddressSlice> of(
      Kernel kernel, MachineState state, int[] variableBuffers) {
    boolean isKnown =
        kernel.addressBits() == Long.SIZE
            && !kernel.hasLaunchBarrier()
            && kernel.blocks().stream()
                .flatMap(block -> block.instructions().stream())
                .allMatch(AddressSlice::isKnown);
    if (!isKnown) {
      return Optional.empty();
    }
    AddressSlice slice = new AddressSlice(kernel, state, variableBuffers);
    while (slice.grows()) {}
    return Optional.of(slice);
  }

  private static boolean isKnown(Instruction in) {
    return GroupIndependence.isKnown(in) && !(in.op() == Op.ATOMIC && in.atomic().isOfWavefront());
  }

  private boolean grows() {
    int before = size();
    for (Block block : kernel.blocks()) {
      block.instructions().forEach(this::follow);
    }
    return size() > before;
  }

  private int size() {
    return registers.cardinality()
        + buffers.cardinality()
        + (anyBuffer ? 1 : 0)
        + (local ? 1 : 0)
        + (privates ? 1 : 0);
  }

  private void follow(Instruction in) {
    if (contains(in)) {
      in.reads().forEach(registers::set);
      if (in.op().reads()) {
        needMemory(in);
      }
    } else if (in.op().isAddressed()) {
      need(in.sources().get(0));
      guard(in);
    } else if (in.op() == Op.MATRIX || in.op() == Op.TRANSPOSE) { // lanes and metadata are checked
      guard(in);
      if (in.op() == Op.MATRIX && in.matrix().isSparse()) {
        need(in.sources().get(in.matrix().sources() - 1));
      }
    }
  }

  private void need(Operand operand) {
    if (operand.isRegister()) {
      registers.set(operand.register());
    }
  }

  private void guard(Instruction in) {
    if (in.guard() >= 0) {
      registers.set(in.guard());
    }
  }

  private void needMemory(Instruction in) {
    switch (in.memory().space()) {
      case LOCAL -> local = true;
      case PRIVATE -> privates = true;
      case GLOBAL, CONSTANT -> needBuffers(in.sources().get(0));
      case GENERIC -> {
        local = true;
        privates = true;
        needBuffers(in.sources().get(0));
      }
      default -> {} // parameters are constants
    }
  }

  private void needBuffers(Operand address) {
    anyBuffer |= isUnknown(address);
    buffers.or(origins.buffers(address, state, variableBuffers));
  }

  private boolean isUnknown(Operand address) {
    return origins.isLoaded(address)
        || origins.isMixed(address)
        || origins.buffers(address, state, variableBuffers).isEmpty();
  }

  /** Returns whether an instruction must be executed, and not only be recorded and checked. */
  public boolean contains(Instruction in) {
    boolean acts =
        in.op().isTerminator()
            || in.op() == Op.BARRIER
            || in.op() == Op.ATOMIC && in.atomic().isOfBarrier();
    return acts
        || in.writes().stream().anyMatch(registers::get)
        || in.op().writes() && isNeeded(in);
  }

  /** Returns whether the contents of the memory that an instruction accesses are needed. */
  private boolean isNeeded(Instruction in) {
    return switch (in.memory().space()) {
      case LOCAL -> local;
      case PRIVATE -> privates;
      case GENERIC -> local || privates || isBufferNeeded(in.sources().get(0));
      default -> isBufferNeeded(in.sources().get(0));
    };
  }

  private boolean isBufferNeeded(Operand address) {
    return anyBuffer
        || !buffers.isEmpty() && isUnknown(address)
        || buffers.intersects(origins.buffers(address, state, variableBuffers));
  }
}
