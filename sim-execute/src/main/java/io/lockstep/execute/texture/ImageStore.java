// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.texture;

import io.lockstep.execute.fault.KernelFault;
import io.lockstep.execute.number.HalfFloats;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Type;

/**
 * A store of whole texels to an image (OpenCL C, write_image): channels are rounded or saturated to
 * the image's format (OpenCL 1.2, 8.3). A store outside of the image is an error.
 */
final class ImageStore extends TexelStep {
  /** Creates the step; {@code data} has a float[] or int[] for each channel. */
  ImageStore(
      MachineState state,
      Instruction instruction,
      TexelOperands operands,
      int[][] coordinates,
      Object[] data) {
    super(state, instruction, operands, coordinates, data);
  }

  @Override
  double column(TextureInfo t, long x) {
    return x + 0.5;
  }

  @Override
  void access(int lane, TextureInfo t, long x, long y, long z) {
    if (x < 0 || x >= t.width() || y < 0 || y >= t.height() || z < 0 || z >= t.depth()) {
      throw new KernelFault(
          "writes texel ("
              + x
              + ", "
              + y
              + ", "
              + z
              + ") of the image '"
              + state.memory.name(t.buffer())
              + "' of "
              + t.width()
              + " x "
              + t.height()
              + " x "
              + t.depth());
    }
    if (!state.isCovered(lane)) {
      return;
    }
    int bytes = t.type().bytes();
    long texel = (z * t.height() + y) * t.width() + x;
    long address = Address.of(t.buffer(), texel * t.texelBytes());
    for (int c = 0; c < t.channels(); c++) {
      store(address + (long) c * bytes, bytes, channel(t, c, lane));
    }
  }

  /** Returns the bits of a channel in the image's format. */
  private int channel(TextureInfo t, int c, int lane) {
    boolean element = t.format() == TextureInfo.Format.ELEMENT;
    if (instruction.type() == Type.F32) {
      float value = ((float[]) data[c])[lane];
      if (t.type() == Type.F32) {
        return Float.floatToRawIntBits(value);
      }
      if (t.type() == Type.F16) {
        return HalfFloats.toHalf(value, Rounding.NEAREST_EVEN);
      }
      if (element) {
        throw mismatch("floats", "integers", t);
      }
      boolean signed = t.format() == TextureInfo.Format.SNORM;
      int most = (1 << t.type().bits() - (signed ? 1 : 0)) - 1;
      // The product in single precision is rounded to nearest even; NaN becomes 0.
      double scaled = Math.rint(value * (float) most);
      return (int) Math.max(signed ? -most - 1 : 0, Math.min(most, scaled));
    }
    if (t.type().isFloat() || !element) {
      throw mismatch("integers", "floats", t);
    }
    int value = ((int[]) data[c])[lane];
    return t.type() == Type.I32 ? value : saturated(value, t);
  }

  private int saturated(int value, TextureInfo t) {
    long wide = instruction.signed() ? value : value & 0xFFFFFFFFL;
    long most = (1L << t.type().bits() - (t.signed() ? 1 : 0)) - 1;
    return (int) Math.max(t.signed() ? -most - 1 : 0, Math.min(most, wide));
  }

  private KernelFault mismatch(String written, String held, TextureInfo t) {
    return new KernelFault(
        "writes " + written + ", the image '" + state.memory.name(t.buffer()) + "' holds " + held);
  }
}
