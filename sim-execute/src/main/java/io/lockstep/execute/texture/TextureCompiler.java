// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.texture;

import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.execute.fault.Refusals;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.record.SegmentRecorder;
import io.lockstep.execute.record.SlotRecorder;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Compiles texture fetches and surface accesses into steps. */
public final class TextureCompiler {

  private final Kernel kernel;
  private final MachineState state;
  private final RegisterFile registers;
  private final SegmentRecorder recorder;

  public TextureCompiler(
      Kernel kernel, MachineState state, RegisterFile registers, SegmentRecorder recorder) {
    this.kernel = kernel;
    this.state = state;
    this.registers = registers;
    this.recorder = recorder;
  }

  public void fetch(Instruction in, List<Step> out) {
    if (in.type() != Type.F32 && in.type() != Type.I32) {
      throw Refusals.of(
          kernel, in, "a texture fetch of " + in.type().name().toLowerCase(Locale.ROOT));
    }
    List<Operand> coordinates = coordinates(in);
    boolean integers = !in.sourceType().isFloat();
    float[][] floats = integers ? null : new float[coordinates.size()][];
    int[][] ints = integers ? new int[coordinates.size()][] : null;
    for (int d = 0; d < coordinates.size(); d++) {
      if (integers) {
        ints[d] = registers.ints(coordinates.get(d), Type.I32, true);
      } else {
        floats[d] = registers.floats(coordinates.get(d), in.sourceType());
      }
    }
    Object[] sinks = new Object[in.memory().width()];
    for (int c = 0; c < sinks.length; c++) {
      int to = in.destinations().get(c);
      if (to >= 0) {
        sinks[c] =
            in.type() == Type.F32
                ? registers.floatResult(to)
                : registers.intResult(to, Type.I32, false);
      }
    }
    long[] samplers =
        !in.isSampled()
            ? null
            : registers.longs(in.sources().get(in.sources().size() - 1), Type.I64, false);
    out.add(
        new TextureStep(
            state, in, operands(in), samplers, new TextureStep.Coordinates(floats, ints), sinks));
  }

  public void surface(Instruction in, List<Step> out) {
    int[][] ints =
        coordinates(in).stream().map(c -> registers.ints(c, Type.I32, true)).toArray(int[][]::new);
    if (in.isFormatted()) {
      out.add(new ImageStore(state, in, operands(in), ints, texel(in)));
      return;
    }
    Type element = in.memory().element();
    boolean wide = element.isWide();
    Object[] data = new Object[in.memory().width()];
    for (int k = 0; k < data.length; k++) {
      if (in.op() == Op.SURFACE_STORE) {
        Operand source = in.sources().get(1 + in.coordinates() + k);
        data[k] =
            wide
                ? registers.longs(source, Type.I64, false)
                : registers.ints(source, bits(element), false);
      } else if (in.destinations().get(k) >= 0) {
        int to = in.destinations().get(k);
        data[k] = wide ? registers.longResult(to) : registers.intResult(to, bits(element), false);
      }
    }
    out.add(new SurfaceStep(state, in, operands(in), ints, data));
  }

  private Object[] texel(Instruction in) {
    Object[] data = new Object[in.memory().width()];
    for (int k = 0; k < data.length; k++) {
      Operand source = in.sources().get(1 + in.coordinates() + k);
      data[k] =
          in.type() == Type.F32
              ? registers.floats(source, Type.F32)
              : registers.ints(source, Type.I32, true);
    }
    return data;
  }

  private static Type bits(Type element) {
    return switch (element.bytes()) {
      case 1 -> Type.I8;
      case 2 -> Type.I16;
      default -> Type.I32;
    };
  }

  /** Returns the coordinates without the layer. */
  private static List<Operand> coordinates(Instruction in) {
    return in.sources().subList(in.isLayered() ? 2 : 1, 1 + in.coordinates());
  }

  private TexelOperands operands(Instruction in) {
    return new TexelOperands(
        registers.longs(in.sources().get(0), Type.I64, false),
        in.isLayered() ? registers.ints(in.sources().get(1), Type.I32, false) : null,
        slots(in));
  }

  private SlotRecorder[] slots(Instruction in) {
    List<SlotRecorder> slots = new ArrayList<>();
    for (int k = 0; k < in.slots(); k++) {
      slots.add(recorder.slot(in.memory().slot() + k));
    }
    return slots.toArray(SlotRecorder[]::new);
  }
}
