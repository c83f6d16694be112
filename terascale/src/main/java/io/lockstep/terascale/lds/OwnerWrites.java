// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lds;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import java.util.HashMap;
import java.util.Map;

/**
 * Checks R700's restriction on local memory: a work-item writes only its own part, which all
 * work-items may read.
 *
 * <p>All parts have the same size, a multiple of 16 bytes up to 256 bytes, and are ordered by the
 * work-item's flat index in the group. The address of every store must therefore be the flat index
 * times the part's size, plus a constant within the part. AMD IL's {@code lds_write_vec} satisfies
 * this; kernels that compute store addresses (Evergreen's {@code lds_store}, all OpenCL kernels)
 * and atomics are rejected.
 *
 * <p>Source: AMD IL, dcl_lds_size_per_thread and dcl_lds_sharing_mode; AMD OpenCL guide: local
 * memory of the HD 4000 is not used by OpenCL.
 */
public final class OwnerWrites {
  private static final int ELEMENT = 16;
  private static final int LARGEST = 256;

  private final Map<Integer, Instruction> writer = new HashMap<>();
  private final Map<Integer, Integer> writes = new HashMap<>();
  private long part;

  private OwnerWrites(Kernel kernel) {
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        for (int d : i.destinations()) {
          writer.put(d, i);
          writes.merge(d, 1, Integer::sum);
        }
      }
    }
  }

  /**
   * Finds the first violation in program order.
   *
   * @return source position and reason, such as {@code :22:5: writes local memory …}; null if there
   *     is no violation
   */
  public static String violation(Kernel kernel) {
    OwnerWrites check = new OwnerWrites(kernel);
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        boolean local = i.memory() != null && i.memory().space() == Space.LOCAL;
        String wrong =
            !local || i.op() == Op.LOAD
                ? null
                : i.op() == Op.ATOMIC ? "an atomic on local memory" : check.store(i);
        if (wrong != null) {
          return i.place() + ": " + wrong;
        }
      }
    }
    return null;
  }

  private String store(Instruction i) {
    long[] at = affine(i.sources().get(0), 0);
    if (at == null) {
      return "writes local memory at a computed address";
    }
    if (at[0] < ELEMENT || at[0] % ELEMENT != 0 || at[0] > LARGEST) {
      return at[0] == 0
          ? "work-items write the same place of local memory"
          : ("writes local memory in parts of %s bytes a work-item, not of whole elements of"
                  + " %s bytes up to %s")
              .formatted(at[0], ELEMENT, LARGEST);
    }
    if (part != 0 && part != at[0]) {
      return "writes local memory in parts of " + part + " and of " + at[0] + " bytes a work-item";
    }
    part = at[0];
    long from = at[1] + i.memory().offset();
    if (from < 0 || from + i.memory().bytes() > part) {
      return "writes byte " + from + " beside the " + part + " bytes that a work-item owns";
    }
    return null;
  }

  /** Returns an address as {factor of the flat index, constant}; null for other forms. */
  private long[] affine(Operand o, int depth) {
    if (!o.isRegister()) {
      return new long[] {0, (int) o.bits()};
    }
    Instruction i = writer.get(o.register());
    if (i == null || writes.get(o.register()) != 1 || i.guard() >= 0 || depth > 16) {
      return null;
    }
    if (i.op() == Op.SPECIAL) {
      return i.special() == Special.LOCAL_ID_FLAT ? new long[] {1, 0} : null;
    }
    if (i.op() != Op.MOVE && i.op() != Op.ADD && i.op() != Op.MUL && i.op() != Op.SHL) {
      return null;
    }
    long[] a = affine(i.sources().get(0), depth + 1);
    if (a == null || i.op() == Op.MOVE) {
      return a;
    }
    long[] b = affine(i.sources().get(1), depth + 1);
    if (b == null) {
      return null;
    }
    return switch (i.op()) {
      case ADD -> new long[] {a[0] + b[0], a[1] + b[1]};
      case SHL -> b[0] != 0 || b[1] < 0 || b[1] > 16 ? null : times(a, 1L << b[1]);
      default -> b[0] == 0 ? times(a, b[1]) : a[0] == 0 ? times(b, a[1]) : null;
    };
  }

  private static long[] times(long[] a, long factor) {
    return new long[] {a[0] * factor, a[1] * factor};
  }
}
