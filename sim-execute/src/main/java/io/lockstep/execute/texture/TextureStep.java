// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.texture;

import io.lockstep.execute.fault.KernelFault;
import io.lockstep.execute.lane.ActiveLanes;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.record.SlotRecorder;
import io.lockstep.execute.state.MachineState;
import io.lockstep.execute.state.TextureSampler;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.type.Type;

/**
 * A texture fetch: converts coordinates to texels, records them, and reads the texels. A layer is
 * recorded after the other coordinates, although the program names it first.
 */
final class TextureStep implements Step {
  private final MachineState state;
  private final Instruction instruction;
  private final long[] handles;
  private final long[] samplers;
  private final float[][] floats;
  private final int[][] integers;
  private final int[] layers;
  private final SlotRecorder[] slots;
  private final long[][] recorded;
  private final Object[] sinks;
  private final Texels.Coordinates counted;
  private final int dimensions;
  private final float[] offsets = new float[3];

  // Coordinates of the current work-item, in texels.
  private final float[] at = new float[3];

  /**
   * The coordinates by dimension and work-item.
   *
   * @param floats null if the coordinates are integers
   * @param integers null if the coordinates are floats
   */
  record Coordinates(float[][] floats, int[][] integers) {}

  /**
   * Creates the step of a fetch.
   *
   * @param samplers sampler by work-item; null if the handles are textures
   * @param sinks a float[] or int[] for each channel, or null
   */
  TextureStep(
      MachineState state,
      Instruction instruction,
      TexelOperands operands,
      long[] samplers,
      Coordinates coordinates,
      Object[] sinks) {
    this.state = state;
    this.instruction = instruction;
    handles = operands.handles();
    this.samplers = samplers;
    floats = coordinates.floats;
    integers = coordinates.integers;
    layers = operands.layers();
    slots = operands.slots();
    this.sinks = sinks;
    Texels.Fetch fetch = (Texels.Fetch) instruction.variant();
    counted = fetch.coordinates();
    dimensions = fetch.geometry().dimensions();
    recorded = new long[slots.length][state.size];
    for (int d = 0; d < 3; d++) {
      offsets[d] = (byte) (instruction.memory().offset() >> 8 * d) / 2f;
    }
  }

  @Override
  public void run(ActiveLanes lanes) {
    state.instruction = instruction;
    state.textures.begin();
    for (int r = 0; r < lanes.ranges(); r++) {
      for (int i = lanes.low[r]; i < lanes.high[r]; i++) {
        state.lane = i;
        fetch(i);
      }
    }
    for (int s = 0; s < slots.length; s++) {
      slots[s].record(recorded[s], 0, lanes);
    }
  }

  private void fetch(int lane) {
    int number =
        samplers == null
            ? state.textures.indexOf(handles[lane])
            : state.textures.indexOf(handles[lane], samplers[lane]);
    TextureSampler sampler = state.textures.get(number);
    TextureInfo texture = sampler.texture;
    long layer = 0;
    if (layers != null) {
      layer = Math.max(0, Math.min(texture.depth() - 1, layers[lane]));
      recorded[dimensions][lane] = TextureInfo.recorded(layer);
    }
    if (integers != null) {
      texels(lane, sampler, number, layer);
      return;
    }
    boolean normalized =
        switch (counted) {
          case AS_BOUND -> texture.normalized();
          case UNNORMALIZED -> false;
          case NORMALIZED -> true;
        };
    for (int d = 0; d < dimensions; d++) {
      float x = floats[d][lane];
      if (normalized) {
        x = samplers != null ? inside(x, texture.address(d)) : mirrored(x, texture.address(d));
      }
      x = normalized ? x * size(texture, d) : x;
      at[d] = offsets[d] == 0 ? x : x + offsets[d];
      long fixed = TextureInfo.recorded(at[d]);
      recorded[d][lane] = d == 0 ? TextureInfo.withTexture(number, fixed) : fixed;
    }
    float y = dimensions > 1 ? at[1] : 0;
    float z = dimensions > 2 ? at[2] : layer;
    boolean linear = texture.filter() == TextureInfo.Filter.LINEAR && !sampler.readsIntegers();
    if (linear) {
      for (int c = 0; c < sinks.length; c++) {
        put(c, lane, sampler, sampler.linear(at[0], y, z, dimensions, c, samplers != null));
      }
      return;
    }
    nearest(
        lane,
        sampler,
        TextureSampler.floor(at[0]),
        TextureSampler.floor(y),
        TextureSampler.floor(z));
  }

  /** Wraps a normalized coordinate into the image (OpenCL 1.2, 8.2). */
  private static float inside(float s, TextureInfo.AddressMode mode) {
    return switch (mode) {
      case WRAP -> s - (float) Math.floor(s);
      case MIRROR -> Math.abs(s - 2f * (float) Math.rint(0.5f * s));
      default -> s;
    };
  }

  /** Mirrors a normalized coordinate in every odd repetition (CUDA C++ Programming Guide). */
  private static float mirrored(float x, TextureInfo.AddressMode mode) {
    if (mode != TextureInfo.AddressMode.MIRROR) {
      return x;
    }
    double whole = Math.floor(x);
    float fraction = x - (float) whole;
    return whole % 2 == 0 ? fraction : 1f - fraction;
  }

  /** Fetches by texel indices: records the texels' centres, reads without filtering. */
  private void texels(int lane, TextureSampler sampler, int number, long layer) {
    long x = integers[0][lane] + (long) offsets[0];
    long y = dimensions > 1 ? integers[1][lane] + (long) offsets[1] : 0;
    long z = dimensions > 2 ? integers[2][lane] + (long) offsets[2] : layer;
    recorded[0][lane] = TextureInfo.withTexture(number, TextureInfo.recorded(x + 0.5));
    if (dimensions > 1) {
      recorded[1][lane] = TextureInfo.recorded(y + 0.5);
    }
    if (dimensions > 2) {
      recorded[2][lane] = TextureInfo.recorded(z + 0.5);
    }
    nearest(lane, sampler, x, y, z);
  }

  private void nearest(int lane, TextureSampler sampler, long x, long y, long z) {
    boolean bits = sampler.readsIntegers();
    if (bits == (instruction.type() == Type.F32)
        && sampler.readsWords()
        && (integers != null || sampler.texture.filter() == TextureInfo.Filter.NEAREST)
        && state.memory.readsBits(sampler.texture.buffer(), instruction.type())) {
      bits = !bits;
    }
    for (int c = 0; c < sinks.length; c++) {
      if (bits) {
        put(c, lane, sampler, sampler.nearestBits(x, y, z, c));
      } else {
        put(c, lane, sampler, sampler.nearest(x, y, z, c));
      }
    }
  }

  private static int size(TextureInfo texture, int dimension) {
    return switch (dimension) {
      case 0 -> texture.width();
      case 1 -> texture.height();
      default -> texture.depth();
    };
  }

  private void put(int channel, int lane, TextureSampler sampler, float value) {
    Object sink = sinks[channel];
    if (instruction.type() != Type.F32) {
      throw mismatch("floats", sampler.texture);
    }
    if (sink != null) {
      ((float[]) sink)[lane] = value;
    }
  }

  private void put(int channel, int lane, TextureSampler sampler, int bits) {
    Object sink = sinks[channel];
    if (instruction.type() == Type.F32) {
      throw mismatch("integers", sampler.texture);
    }
    if (sink != null) {
      ((int[]) sink)[lane] = bits;
    }
  }

  private KernelFault mismatch(String found, TextureInfo texture) {
    return new KernelFault(
        "the fetch wants "
            + (instruction.type() == Type.F32 ? "floats" : "integers")
            + ", the texture of '"
            + state.memory.name(texture.buffer())
            + "' holds "
            + found);
  }
}
