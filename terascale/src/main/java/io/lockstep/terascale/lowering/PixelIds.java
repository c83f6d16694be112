// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Special;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;

/**
 * Computes the ids of a work-item from the position of its pixel, at the start of a kernel for
 * work-groups that runs as a pixel shader.
 *
 * <p>The position is in R0.xy as floats (R600-Family Instruction Set Architecture). Each work-group
 * is a rectangle of pixels whose sides are assumed to be powers of two, so that masks and shifts
 * from the driver's constants divide a position. A kernel that reads no ids along y and z is
 * one-dimensional: the rows of its rectangle are consecutive. Unused ids are removed as dead code.
 *
 * @param position first value of the position
 * @param localId first value of the work-item's ids in its group: x, y, z, flat
 * @param groupId first value of the group's ids
 */
record PixelIds(Kernel kernel, int position, int localId, int groupId) {
  private static final int X = 0;
  private static final int Y = 1;
  private static final int Z = 2;
  private static final int FLAT = 3;

  /** Constant buffer of the driver, with masks and shifts of rectangles, rows and slices. */
  private static final int DRIVER_BANK = 2;

  private static final int COLUMN_MASK = 3;
  private static final int ROW_MASK = 4;
  private static final int COLUMN_SHIFT = 5;
  private static final int ROW_SHIFT = 6;
  private static final int GROUPS_SHIFT = 7;
  private static final int SLICE_MASK = 8;
  private static final int SLICE_SHIFT = 9;
  private static final int GROUP_SLICE_MASK = 10;
  private static final int GROUP_SLICE_SHIFT = 11;

  void emit(Emitter emit) {
    Source x = emit.op("FLT_TO_INT", Unit.CONVERSION, Source.value(position));
    Source y = emit.op("FLT_TO_INT", Unit.CONVERSION, Source.value(position + 1));
    Source column = emit.op("AND_INT", x, driver(COLUMN_MASK));
    Source row = emit.op("AND_INT", y, driver(ROW_MASK));
    Source right = emit.op("LSHR_INT", x, driver(COLUMN_SHIFT));
    Source down = emit.op("LSHR_INT", y, driver(ROW_SHIFT));
    Source local = joined(emit, row, driver(COLUMN_SHIFT), column);
    Source group = joined(emit, down, driver(GROUPS_SHIFT), right);
    define(emit, localId + FLAT, local);
    define(emit, groupId + FLAT, group);
    boolean plane = reads(Special.LOCAL_ID_Y) || reads(Special.GROUP_ID_Y);
    boolean space = reads(Special.LOCAL_ID_Z) || reads(Special.GROUP_ID_Z);
    define(emit, localId + X, plane || space ? column : local);
    define(emit, groupId + X, plane || space ? right : group);
    define(emit, localId + Y, space ? masked(emit, row, SLICE_MASK) : row);
    define(emit, groupId + Y, space ? masked(emit, down, GROUP_SLICE_MASK) : down);
    define(emit, localId + Z, emit.op("LSHR_INT", row, driver(SLICE_SHIFT)));
    define(emit, groupId + Z, emit.op("LSHR_INT", down, driver(GROUP_SLICE_SHIFT)));
  }

  private static Source driver(int constant) {
    return Source.constant(DRIVER_BANK, constant);
  }

  private static Source joined(Emitter emit, Source high, Source shift, Source low) {
    return emit.op("OR_INT", emit.op("LSHL_INT", high, shift), low);
  }

  private static Source masked(Emitter emit, Source value, int mask) {
    return emit.op("AND_INT", value, driver(mask));
  }

  private static void define(Emitter emit, int value, Source source) {
    emit.arithmetic("MOV", Unit.ANY, new int[] {value}, source);
  }

  private boolean reads(Special special) {
    return kernel.blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .anyMatch(i -> i.special() == special);
  }
}
