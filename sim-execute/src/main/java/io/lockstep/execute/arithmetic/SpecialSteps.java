// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.arithmetic;

import io.lockstep.execute.lane.Loop;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.state.MachineState;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.Geometry;
import java.util.Arrays;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;

/**
 * Loads of special registers. Lanes and wavefronts are numbered by the width that the kernel fixes;
 * lane masks have 32 bits, which PTX fixes.
 */
public final class SpecialSteps {
  private SpecialSteps() {}

  public static Step of(Instruction in, RegisterFile registers, MachineState state, int width) {
    Geometry g = state.geometry;
    int to = in.destinations().get(0);
    switch (in.special()) {
      case CLOCK64, GLOBAL_TIMER, GROUP_ID_FLAT, GLOBAL_ID_FLAT:
        return wide(in, registers.longResult(to), state);
      default:
        break;
    }
    int[] d = registers.intResult(to, Type.I32, false);
    return switch (in.special()) {
      case LOCAL_ID_X -> id(d, state, i -> i % state.sizeX);
      case LOCAL_ID_Y -> id(d, state, i -> i / state.sizeX % state.sizeY);
      case LOCAL_ID_Z -> id(d, state, i -> i / state.sizeX / state.sizeY);
      case LOCAL_ID_FLAT -> copy(d, state, i -> i);
      case LOCAL_SIZE_X -> size(d, state, () -> state.sizeX);
      case LOCAL_SIZE_Y -> size(d, state, () -> state.sizeY);
      case LOCAL_SIZE_Z -> size(d, state, () -> state.sizeZ);
      case GROUP_ID_X -> (Loop) (lo, hi) -> Arrays.fill(d, lo, hi, state.groupX);
      case GROUP_ID_Y -> (Loop) (lo, hi) -> Arrays.fill(d, lo, hi, state.groupY);
      case GROUP_ID_Z -> (Loop) (lo, hi) -> Arrays.fill(d, lo, hi, state.groupZ);
      case NUM_GROUPS_X -> MoveSteps.fill(d, g.groupsX());
      case NUM_GROUPS_Y -> MoveSteps.fill(d, g.groupsY());
      case NUM_GROUPS_Z -> MoveSteps.fill(d, g.groupsZ());
      case LANE_ID -> copy(d, state, i -> i & width - 1);
      case WAVEFRONT_ID -> copy(d, state, i -> i / width);
      case NUM_WAVEFRONTS -> size(d, state, () -> (state.items + width - 1) / width);
      case LANE_MASK_EQ -> copy(d, state, i -> 1 << (i & 31));
      case LANE_MASK_LE -> copy(d, state, i -> (2 << (i & 31)) - 1);
      case LANE_MASK_LT -> copy(d, state, i -> (1 << (i & 31)) - 1);
      case LANE_MASK_GE -> copy(d, state, i -> -(1 << (i & 31)));
      case LANE_MASK_GT -> copy(d, state, i -> -(1 << (i & 31)) << 1);
      case DYNAMIC_LOCAL_BYTES -> MoveSteps.fill(d, state.local.length - state.staticLocalBytes);
      case TOTAL_LOCAL_BYTES -> MoveSteps.fill(d, state.local.length);
      case DOMAIN_SIZE_X -> MoveSteps.fill(d, state.domainWidth);
      case DOMAIN_SIZE_Y -> MoveSteps.fill(d, state.domainHeight);
      case PIXEL_X -> pixel(d, state, g.sizeX(), i -> i % g.sizeX(), () -> state.groupX);
      case PIXEL_Y -> pixel(d, state, g.sizeY(), i -> i / g.sizeX(), () -> state.groupY);
      case CLOCK -> (Loop) (lo, hi) -> Arrays.fill(d, lo, hi, (int) state.instructions);
      case CLOCK_HI -> (Loop) (lo, hi) -> Arrays.fill(d, lo, hi, (int) (state.instructions >>> 32));
      default -> MoveSteps.fill(d, 0);
    };
  }

  private static Step wide(Instruction in, long[] d, MachineState state) {
    return switch (in.special()) {
      case GROUP_ID_FLAT -> (Loop) (lo, hi) -> Arrays.fill(d, lo, hi, state.group);
      case GLOBAL_ID_FLAT ->
          (Loop)
              (lo, hi) -> {
                long base = state.group * state.size;
                for (int i = lo; i < hi; i++) {
                  d[i] = base + i;
                }
              };
      default -> (Loop) (lo, hi) -> Arrays.fill(d, lo, hi, state.instructions);
    };
  }

  /** Returns the step for a pixel coordinate: the tile's first pixel plus the position in it. */
  private static Step pixel(
      int[] d, MachineState state, int side, IntUnaryOperator inTile, IntSupplier tile) {
    int[] places = new int[state.size];
    Arrays.setAll(places, inTile);
    return (Loop)
        (lo, hi) -> {
          int first = tile.getAsInt() * side;
          for (int i = lo; i < hi; i++) {
            d[i] = first + places[i];
          }
        };
  }

  /** Returns the step for a position in the group; it varies if groups differ in size. */
  private static Step id(int[] d, MachineState state, IntUnaryOperator value) {
    if (state.last.isEmpty()) {
      return copy(d, state, value);
    }
    return (Loop)
        (lo, hi) -> {
          for (int i = lo; i < hi; i++) {
            d[i] = value.applyAsInt(i);
          }
        };
  }

  private static Step size(int[] d, MachineState state, IntSupplier value) {
    return state.last.isEmpty()
        ? MoveSteps.fill(d, value.getAsInt())
        : (Loop) (lo, hi) -> Arrays.fill(d, lo, hi, value.getAsInt());
  }

  /** Returns the step that copies values that are fixed for each work-item. */
  private static Step copy(int[] d, MachineState state, IntUnaryOperator value) {
    int[] values = new int[state.size];
    Arrays.setAll(values, value);
    return MoveSteps.copy(d, values);
  }
}
