// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.slice;

import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Space;
import java.util.BitSet;
import java.util.Optional;

/**
 * Decides whether paths and addresses of a launch's work-groups are independent of memory whose
 * contents may differ: what the launch itself writes, so that a group's record is the same
 * whichever other groups were executed, and buffers that other launches write.
 *
 * <p>A value is tainted if it may depend on such memory, on an atomic's old value, on texels or on
 * clocks. The analysis ignores the order of instructions and knows memory by buffer, so it may find
 * dependences that do not exist, but misses none.
 */
public final class GroupIndependence {
  private final Kernel kernel;
  private final AddressOrigins origins;
  private final MachineState state;
  private final int[] variableBuffers;
  private final BitSet written = new BitSet(); // buffers
  private final BitSet tainted = new BitSet(); // registers
  private boolean anyWritten; // whether any buffer may be written
  private boolean ownTainted; // whether local or private memory may hold a tainted value

  private GroupIndependence(Kernel kernel, MachineState state, int[] variableBuffers) {
    this.kernel = kernel;
    this.state = state;
    this.variableBuffers = variableBuffers;
    origins = new AddressOrigins(kernel);
  }

  /**
   * Returns whether records are independent of what the launch writes and of some buffers.
   *
   * @param others numbers of buffers whose contents may differ
   */
  public static boolean of(
      Kernel kernel, MachineState state, int[] variableBuffers, BitSet others) {
    GroupIndependence analysis = new GroupIndependence(kernel, state, variableBuffers);
    return kernel.addressBits() == 64
        && !kernel.hasLaunchBarrier()
        && analysis.findWrites()
        && analysis.holds(others);
  }

  /** Returns the numbers of the buffers that the launch may write; empty if they are unknown. */
  public static Optional<BitSet> writes(Kernel kernel, MachineState state, int[] variableBuffers) {
    GroupIndependence analysis = new GroupIndependence(kernel, state, variableBuffers);
    boolean isKnown = kernel.addressBits() == 64 && analysis.findWrites() && !analysis.anyWritten;
    return isKnown ? Optional.of(analysis.written) : Optional.empty();
  }

  /** Finds the buffers that the launch writes; returns false if an operation is not understood. */
  private boolean findWrites() {
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (!isKnown(i)) {
          return false;
        }
        if (i.op().writes() && isOfDevice(i)) {
          written(i.sources().get(0));
        }
      }
    }
    return true;
  }

  private boolean holds(BitSet others) {
    written.or(others);
    boolean changed = true;
    while (changed) {
      int before = tainted.cardinality();
      boolean was = ownTainted;
      for (Block block : kernel.blocks()) {
        block.instructions().forEach(this::follow);
      }
      changed = before != tainted.cardinality() || was != ownTainted;
    }
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.op().isTerminator() && readsTainted(i)
            || i.isRecorded() && isTainted(i.sources().get(0))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns whether an operation has no effects but those on registers and addressed memory. */
  static boolean isKnown(Instruction i) {
    boolean isRegion = i.isRecorded() && i.memory().space() == Space.REGION;
    return !i.op().isTexel() && i.op() != Op.PRINTF && !isRegion && !i.is(Variant.Barrier.LAUNCH);
  }

  private static boolean isOfDevice(Instruction i) {
    return switch (i.memory().space()) {
      case GLOBAL, CONSTANT, GENERIC -> true;
      default -> false;
    };
  }

  private void written(Operand address) {
    BitSet buffers = origins.buffers(address, state, variableBuffers);
    anyWritten |= buffers.isEmpty() || origins.isLoaded(address) || origins.isMixed(address);
    written.or(buffers);
  }

  private void follow(Instruction i) {
    boolean atomic = i.op() == Op.ATOMIC && !i.atomic().isOfBarrier();
    boolean taints = readsTainted(i) || atomic || isClock(i) || readsWritten(i);
    if (taints) {
      i.writes().forEach(tainted::set);
    }
    if (i.op().writes() && readsTainted(i)) {
      ownTainted |= i.memory().space() != Space.GLOBAL;
    }
  }

  private static boolean isClock(Instruction i) {
    return i.op() == Op.SPECIAL
        && (i.special() == Special.CLOCK
            || i.special() == Special.CLOCK64
            || i.special() == Special.CLOCK_HI
            || i.special() == Special.GLOBAL_TIMER);
  }

  private boolean readsWritten(Instruction i) {
    if (!i.op().reads()) {
      return false;
    }
    return switch (i.memory().space()) {
      case GLOBAL, CONSTANT -> mayBeWritten(i.sources().get(0));
      case GENERIC -> ownTainted || mayBeWritten(i.sources().get(0));
      case LOCAL, PRIVATE -> ownTainted;
      case PARAMETER -> false;
      case TEXTURE, REGION -> true;
    };
  }

  private boolean mayBeWritten(Operand address) {
    BitSet buffers = origins.buffers(address, state, variableBuffers);
    boolean isAny = buffers.isEmpty() || origins.isLoaded(address) || origins.isMixed(address);
    return anyWritten || buffers.intersects(written) || isAny && !written.isEmpty();
  }

  private boolean readsTainted(Instruction i) {
    for (int register : i.reads()) {
      if (tainted.get(register)) {
        return true;
      }
    }
    return false;
  }

  private boolean isTainted(Operand operand) {
    return operand.isRegister() && tainted.get(operand.register());
  }
}
