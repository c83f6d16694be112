// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.texture;

import io.lockstep.execute.fault.KernelFault;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Texels;

/**
 * A load from or store to a surface: whole elements at integer coordinates, x in bytes (PTX ISA,
 * suld.b and sust.b).
 */
final class SurfaceStep extends TexelStep {

  private final boolean store;
  private final Texels.Outside outside;
  private final int elementBytes;

  /**
   * Creates the step.
   *
   * @param data for each component of an access, an int[] or long[] with its value by lane; null if
   *     nothing reads the component
   */
  SurfaceStep(
      MachineState state,
      Instruction instruction,
      TexelOperands operands,
      int[][] coordinates,
      Object[] data) {
    super(state, instruction, operands, coordinates, data);
    store = instruction.op() == Op.SURFACE_STORE;
    outside = ((Texels.Surface) instruction.variant()).outside();
    elementBytes = instruction.memory().element().bytes();
  }

  @Override
  double column(TextureInfo t, long x) {
    return (double) x / t.texelBytes();
  }

  @Override
  void access(int lane, TextureInfo t, long x, long y, long z) {
    int bytes = instruction.memory().bytes();
    int rowBytes = t.width() * t.texelBytes();
    if (x % bytes != 0) {
      throw new KernelFault(
          "x = " + x + " of a surface access of " + bytes + " bytes is not aligned");
    }
    boolean inside =
        x >= 0 && x + bytes <= rowBytes && y >= 0 && y < t.height() && z >= 0 && z < t.depth();
    if (!inside) {
      if (outside == Texels.Outside.ZERO) {
        if (!store) {
          transfer(lane, -1);
        }
        return;
      }
      if (outside != Texels.Outside.CLAMP) {
        throw new KernelFault(
            "the surface access at ("
                + x
                + " bytes, "
                + y
                + ", "
                + z
                + ") is out of bounds of '"
                + state.memory.name(t.buffer())
                + "': "
                + rowBytes
                + " bytes x "
                + t.height()
                + " x "
                + t.depth());
      }
    }
    if (!store || state.isCovered(lane)) {
      // Clamping leaves coordinates inside the surface unchanged.
      long nearX = Math.max(0, Math.min(rowBytes - bytes, x));
      long nearY = Math.max(0, Math.min(t.height() - 1, y));
      long nearZ = Math.max(0, Math.min(t.depth() - 1, z));
      transfer(lane, Address.of(t.buffer(), (nearZ * t.height() + nearY) * rowBytes + nearX));
    }
  }

  /** Transfers all elements; an address of -1 reads zeros. */
  private void transfer(int lane, long address) {
    for (int k = 0; k < data.length; k++) {
      if (data[k] == null) {
        continue;
      }
      long at = address + (long) k * elementBytes;
      if (!store) {
        long bits = address < 0 ? 0 : load(at);
        if (data[k] instanceof long[] wide) {
          wide[lane] = bits;
        } else {
          ((int[]) data[k])[lane] = (int) bits;
        }
      } else if (data[k] instanceof long[] wide) {
        state.memory.storeLong(at, wide[lane]);
      } else {
        store(at, elementBytes, ((int[]) data[k])[lane]);
      }
    }
  }

  private long load(long at) {
    return switch (elementBytes) {
      case 1 -> state.memory.loadByte(at);
      case 2 -> state.memory.loadShort(at);
      case 4 -> state.memory.loadInt(at);
      default -> state.memory.loadLong(at);
    };
  }
}
