package io.lockstep.trace.exec;

import io.lockstep.trace.ir.Address;
import io.lockstep.trace.ir.Instruction;
import io.lockstep.trace.ir.Op;
import io.lockstep.trace.record.TextureInfo;

/**
 * A load from or store to a surface: whole elements at integer coordinates, x in bytes (PTX ISA,
 * suld.b and sust.b). Recorded as coordinates in texels.
 */
final class SurfaceStep implements Step {
  private static final int CLAMP = 1;
  private static final int ZERO = 2;

  private final MachineState state;
  private final Instruction instruction;
  private final long[] handles;
  private final int[][] coordinates;
  private final int[] layers;
  private final SlotRecorder[] slots;
  private final long[][] recorded;
  private final Object[] data;
  private final boolean store;
  private final int outside;
  private final int dimensions;
  private final int elementBytes;

  /**
   * @param layers layer of each work-item, or null
   * @param slots where coordinates are recorded, the layer last
   * @param data int[] or long[] for each element: read by stores, written by loads; null where
   *     dropped
   */
  SurfaceStep(
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
    store = instruction.op() == Op.SURFACE_STORE;
    outside = instruction.mode() >> 8;
    dimensions = instruction.coordinates() - (layers == null ? 0 : 1);
    elementBytes = instruction.memory().element().bytes();
    recorded = new long[slots.length][state.size];
  }

  @Override
  public void run(Lanes lanes) {
    state.instruction = instruction;
    for (int r = 0; r < lanes.ranges; r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        state.lane = i;
        access(i, state.isCovered(i));
      }
    }
    for (int s = 0; s < slots.length; s++) {
      slots[s].record(recorded[s], 0, lanes);
    }
  }

  private void access(int lane, boolean covered) {
    int number = state.textures.indexOf(handles[lane]);
    TextureInfo t = state.textures.get(number).texture;
    int bytes = instruction.memory().bytes();
    int rowBytes = t.width() * t.texelBytes();
    long x = coordinates[0][lane];
    long y = dimensions > 1 ? coordinates[1][lane] : 0;
    long z = dimensions > 2 ? coordinates[2][lane] : layers == null ? 0 : layers[lane];
    recorded[0][lane] =
        TextureInfo.withTexture(number, TextureInfo.recorded((double) x / t.texelBytes()));
    for (int d = 1; d < slots.length; d++) {
      recorded[d][lane] = TextureInfo.recorded(d == 1 && dimensions > 1 ? y + 0.5 : z + 0.5);
    }
    if (x % bytes != 0) {
      throw new KernelFault(
          "x = " + x + " of a surface access of " + bytes + " bytes is not aligned");
    }
    boolean inside =
        x >= 0 && x + bytes <= rowBytes && y >= 0 && y < t.height() && z >= 0 && z < t.depth();
    if (!inside) {
      if (outside == ZERO) {
        if (!store) {
          transfer(lane, -1);
        }
        return;
      }
      if (outside != CLAMP) {
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
      x = Math.max(0, Math.min(rowBytes - bytes, x));
      y = Math.max(0, Math.min(t.height() - 1, y));
      z = Math.max(0, Math.min(t.depth() - 1, z));
    }
    if (covered || !store) {
      transfer(lane, Address.of(t.buffer(), (z * t.height() + y) * rowBytes + x));
    }
  }

  /** Moves all elements; an address of -1 reads zero. */
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
        store(at, ((int[]) data[k])[lane]);
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

  private void store(long at, int value) {
    switch (elementBytes) {
      case 1 -> state.memory.storeByte(at, value);
      case 2 -> state.memory.storeShort(at, value);
      default -> state.memory.storeInt(at, value);
    }
  }
}
