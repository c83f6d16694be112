// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.texture;

import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.record.SlotRecorder;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Texels;

/**
 * An access to whole texels at integer coordinates, without filtering: finds the texel of each
 * work-item and records its coordinates in texels.
 */
abstract class TexelStep implements Step {
  final MachineState state;
  final Instruction instruction;
  final Object[] data;
  private final long[] handles;
  private final int[][] coordinates;
  private final int[] layers;
  private final SlotRecorder[] slots;
  private final long[][] recorded;
  private final int dimensions;

  /** Creates the step; {@code data} has an array for each element or channel. */
  TexelStep(
      MachineState state,
      Instruction instruction,
      TexelOperands operands,
      int[][] coordinates,
      Object[] data) {
    this.state = state;
    this.instruction = instruction;
    handles = operands.handles();
    this.coordinates = coordinates;
    layers = operands.layers();
    slots = operands.slots();
    this.data = data;
    dimensions = ((Texels) instruction.variant()).geometry().dimensions();
    recorded = new long[slots.length][state.size];
  }

  @Override
  public final void run(ActiveLanes lanes) {
    state.instruction = instruction;
    for (int r = 0; r < lanes.ranges(); r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        state.lane = i;
        access(i);
      }
    }
    for (int s = 0; s < slots.length; s++) {
      slots[s].record(recorded[s], 0, lanes);
    }
  }

  private void access(int lane) {
    int number = state.textures.indexOf(handles[lane]);
    TextureInfo t = state.textures.get(number).texture;
    long x = coordinates[0][lane];
    long y = dimensions > 1 ? coordinates[1][lane] : 0;
    long z = dimensions > 2 ? coordinates[2][lane] : layers == null ? 0 : layers[lane];
    recorded[0][lane] = TextureInfo.withTexture(number, TextureInfo.recorded(column(t, x)));
    for (int d = 1; d < slots.length; d++) {
      recorded[d][lane] = TextureInfo.recorded(d == 1 && dimensions > 1 ? y + 0.5 : z + 0.5);
    }
    access(lane, t, x, y, z);
  }

  /** Returns the first coordinate in texels. */
  abstract double column(TextureInfo t, long x);

  /** Reads or writes the texel of a work-item. */
  abstract void access(int lane, TextureInfo t, long x, long y, long z);

  /** Writes the lowest {@code bytes} bytes of a value, at most four. */
  final void store(long address, int bytes, int value) {
    switch (bytes) {
      case 1 -> state.memory.storeByte(address, value);
      case 2 -> state.memory.storeShort(address, value);
      default -> state.memory.storeInt(address, value);
    }
  }
}
