// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.skeleton;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Determines the distance in bytes between the addresses of consecutive indices, if an index is a
 * position in the launch or a loaded number, without row lengths, neighbour offsets or loop steps.
 */
final class ElementReach {
  /** Result for row lengths, neighbour offsets or other products: the distance is unknown. */
  static final int BEYOND = -1;

  private static final int UNKNOWN = -2;

  /** By register: bytes per index; 0 for pointers and constants. */
  private final int[] scale;

  /** Registers that contain arguments, such as row lengths. */
  private final BitSet lengths = new BitSet();

  /** Registers that contain unscaled ids or sizes of the launch. */
  private final BitSet places = new BitSet();

  private final BitSet pointers;
  private boolean changed;

  /** Computes the scales; {@code pointers} are the registers that pointer parameters reach. */
  ElementReach(List<Instruction> code, int registers, BitSet pointers) {
    this.pointers = pointers;
    scale = new int[registers];
    Arrays.fill(scale, UNKNOWN);
    do {
      changed = false;
      code.forEach(this::follow);
    } while (changed);
  }

  /** Returns the bytes per index at an access, or {@link #BEYOND}. */
  int at(Instruction access) {
    int found = of(access.sources().get(0));
    long offset = access.memory().offset();
    return found < 0 || offset < 0 || offset >= Math.max(found, 1) ? BEYOND : found;
  }

  private void follow(Instruction i) {
    int result = result(i);
    for (int d : i.destinations()) {
      if (d >= 0 && result != UNKNOWN) {
        int joined = join(scale[d], result);
        changed |= joined != scale[d];
        scale[d] = joined;
      }
    }
  }

  private int result(Instruction i) {
    List<Operand> s = i.sources();
    return switch (i.op()) {
      case LOAD -> {
        boolean argument = i.memory().space() == Space.PARAMETER;
        if (argument) {
          mark(lengths, i, !pointers.get(i.destinations().get(0)));
        }
        yield argument ? 0 : 1;
      }
      case SPECIAL -> {
        mark(places, i, isPlace(i.special()));
        yield 1;
      }
      case MOVE, CONVERT -> {
        mark(lengths, i, lengths(s.get(0)));
        mark(places, i, places(s.get(0)));
        yield of(s.get(0));
      }
      case SELECT -> join(of(s.get(0)), of(s.get(1)));
      case MIN, MAX -> join(of(s.get(0)), of(s.get(1)));
      case AND -> s.get(1).isRegister() ? BEYOND : of(s.get(0));
      case SHR, REM -> of(s.get(0)) == UNKNOWN ? UNKNOWN : 1;
      case SHL -> s.get(1).isRegister() ? BEYOND : times(i, s.get(0), 1L << s.get(1).bits());
      case MUL, MUL_WIDE, MUL24 -> product(i, s.get(0), s.get(1));
      case MAD, MAD_WIDE, MAD24 -> sum(product(i, s.get(0), s.get(1)), false, s.get(2));
      case ADD -> sum(of(s.get(0)), lengths(s.get(0)), s.get(1));
      default -> BEYOND;
    };
  }

  private int product(Instruction i, Operand a, Operand b) {
    if (!b.isRegister()) {
      return times(i, a, b.bits());
    }
    if (of(a) == UNKNOWN || of(b) == UNKNOWN) {
      return UNKNOWN;
    }
    // Group id times group size: the group's first work-item.
    boolean place = places(a) && places(b);
    mark(places, i, place);
    return place ? 1 : BEYOND;
  }

  private int times(Instruction i, Operand a, long factor) {
    mark(lengths, i, lengths(a));
    long product = of(a) * factor;
    return of(a) < 0 ? of(a) : factor < 1 || product > Short.MAX_VALUE ? BEYOND : (int) product;
  }

  private int sum(int a, boolean length, Operand b) {
    if (!b.isRegister()) {
      return b.bits() == 0 ? a : BEYOND;
    }
    return length || lengths(b) ? BEYOND : join(a, of(b));
  }

  private void mark(BitSet set, Instruction i, boolean holds) {
    for (int d : i.destinations()) {
      if (holds && d >= 0 && !set.get(d)) {
        set.set(d);
        changed = true;
      }
    }
  }

  private static boolean isPlace(Special special) {
    return switch (special) {
      case GROUP_ID_X, LOCAL_SIZE_X, NUM_GROUPS_X, LOCAL_ID_X -> true;
      default -> false;
    };
  }

  private boolean lengths(Operand operand) {
    return operand.isRegister() && lengths.get(operand.register());
  }

  private boolean places(Operand operand) {
    return operand.isRegister() && places.get(operand.register());
  }

  private int of(Operand operand) {
    return operand.isRegister() ? scale[operand.register()] : 0;
  }

  /** Joins the scales of two definitions; pointers and constants have no scale of their own. */
  static int join(int a, int b) {
    if (a == UNKNOWN || b == UNKNOWN) {
      return Math.max(a, b) == BEYOND ? BEYOND : a == UNKNOWN ? b : a;
    }
    return a == b || b == 0 ? a : a == 0 ? b : BEYOND;
  }
}
