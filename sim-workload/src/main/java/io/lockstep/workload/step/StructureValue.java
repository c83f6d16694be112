// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.step;

import io.lockstep.io.Placed;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.element.LittleEndian;
import io.lockstep.workload.expression.Scope;
import io.lockstep.workload.expression.Value;
import java.util.List;

/**
 * A non-scalar argument passed by value: a vector, an array or a structure, represented by its
 * numbers and pointers. Padding bytes are zero.
 *
 * @param members members in ascending order of their offsets
 * @param bytes size in bytes
 * @param alignment alignment in bytes, a power of two
 * @param shortBytes size without the unused fourth element of a vector of three (present in OpenCL
 *     C, absent in CUDA); otherwise {@code bytes}
 */
public record StructureValue(List<Member> members, int bytes, int alignment, int shortBytes) {
  /** Maximum size of a kernel's arguments, and therefore of one argument, in bytes. */
  public static final int MOST_BYTES = 64 << 10;

  private static final int WORD = 8;

  public StructureValue {
    members = List.copyOf(members);
  }

  /**
   * A number, or a pointer to a buffer.
   *
   * @param offset offset from the start in bytes
   * @param type type of the number; U64 for a pointer
   * @param value value of the number; null for a pointer
   * @param buffer current name of the buffer; null for a number
   */
  public record Member(String where, int offset, ElementType type, Value value, String buffer)
      implements Placed {
    public boolean isPointer() {
      return buffer != null;
    }

    public Member moved(int by) {
      return new Member(where, offset + by, type, value, buffer);
    }
  }

  /** Returns the number of 64-bit words that an argument takes in a launch's list of arguments. */
  public static int words(int bytes) {
    return Math.max(1, (bytes + WORD - 1) / WORD);
  }

  /** Resolves the current name of a buffer to the functional address of its start. */
  public interface Pointers {
    long to(String buffer);
  }

  /**
   * Returns the argument's bytes, eight per value, little-endian.
   *
   * @param size size of the parameter, {@link #bytes} or {@link #shortBytes}
   */
  public long[] values(int size, Kernel kernel, Scope scope, Pointers pointers) {
    byte[] raw = new byte[WORD * words(size)];
    for (Member m : members) {
      long bits =
          m.isPointer()
              ? pointers.to(m.buffer())
              : m.type().passed(m.value().bits(scope, m.type()), kernel);
      for (int b = 0; b < m.type().bytes(); b++) {
        raw[m.offset() + b] = (byte) (bits >>> 8 * b);
      }
    }
    long[] values = new long[raw.length / WORD];
    for (int k = 0; k < values.length; k++) {
      values[k] = LittleEndian.get(raw, WORD * k, WORD);
    }
    return values;
  }
}
