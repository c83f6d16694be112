package io.lockstep.trace.exec;

import io.lockstep.trace.ir.Address;
import io.lockstep.trace.ir.Instruction;
import io.lockstep.trace.ir.Rounding;
import io.lockstep.trace.ir.Type;
import io.lockstep.trace.record.TextureInfo;

/**
 * A store of whole texels to an image (OpenCL C, write_image): channels are rounded or saturated to
 * what the image holds (OpenCL 1.2, 8.3). Outside of the image is an error, as outside of a buffer
 * is. Recorded as coordinates in texels.
 */
final class ImageStore implements Step {
  private final MachineState state;
  private final Instruction instruction;
  private final long[] handles;
  private final int[][] coordinates;
  private final int[] layers;
  private final SlotRecorder[] slots;
  private final long[][] recorded;
  private final Object[] data;
  private final int dimensions;

  /**
   * @param layers layer of each work-item, or null
   * @param slots where coordinates are recorded, the layer last
   * @param data float[] or int[] for each channel
   */
  ImageStore(
      MachineState state,
      Instruction instruction,
      long[] handles,
      int[][] coordinates,
      int[] layers,
      SlotRecorder[] slots,
      Object[] data) {
    this.state = state;
    this.instruction = instruction;
    this.handles = handles;
    this.coordinates = coordinates;
    this.layers = layers;
    this.slots = slots;
    this.data = data;
    dimensions = instruction.coordinates() - (layers == null ? 0 : 1);
    recorded = new long[slots.length][state.size];
  }

  @Override
  public void run(Lanes lanes) {
    state.instruction = instruction;
    for (int r = 0; r < lanes.ranges; r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        state.lane = i;
        store(i);
      }
    }
    for (int s = 0; s < slots.length; s++) {
      slots[s].record(recorded[s], 0, lanes);
    }
  }

  private void store(int lane) {
    int number = state.textures.indexOf(handles[lane]);
    TextureInfo t = state.textures.get(number).texture;
    long x = coordinates[0][lane];
    long y = dimensions > 1 ? coordinates[1][lane] : 0;
    long z = dimensions > 2 ? coordinates[2][lane] : layers == null ? 0 : layers[lane];
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
    recorded[0][lane] = TextureInfo.withTexture(number, TextureInfo.recorded(x + 0.5));
    for (int d = 1; d < slots.length; d++) {
      recorded[d][lane] = TextureInfo.recorded(d == 1 && dimensions > 1 ? y + 0.5 : z + 0.5);
    }
    if (!state.isCovered(lane)) {
      return;
    }
    int bytes = t.type().bytes();
    long texel = (z * t.height() + y) * t.width() + x;
    long address = Address.of(t.buffer(), texel * t.texelBytes());
    for (int c = 0; c < t.channels(); c++) {
      write(address + (long) c * bytes, bytes, channel(t, c, lane));
    }
  }

  private void write(long address, int bytes, int bits) {
    switch (bytes) {
      case 1 -> state.memory.storeByte(address, bits);
      case 2 -> state.memory.storeShort(address, bits);
      default -> state.memory.storeInt(address, bits);
    }
  }

  /** Bits of a channel in the image's format. */
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
      // Rounded to nearest even behind a product in single precision; what is no number is 0.
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
