// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.element;

import io.lockstep.execute.memory.DeviceMemory;
import java.util.Arrays;
import java.util.Optional;

/**
 * Compares a buffer with the same buffer in another memory.
 *
 * <p>Integers are equal if their bits are. Two floating-point numbers are equal, too, if both are
 * NaN, or if they differ by at most a tolerance times the larger of the wanted number and the
 * wanted buffer's mean magnitude; the mean allows for cancellation.
 */
public final class BufferComparison {
  private static final int PART = 1 << 16;

  private final ElementType type;
  private final double tolerance;
  private final byte[] got = new byte[PART];
  private final byte[] want = new byte[PART];
  private double mean = -1; // not yet computed

  /**
   * @param type type of the elements
   * @param tolerance relative tolerance of floating-point numbers
   */
  public BufferComparison(ElementType type, double tolerance) {
    this.type = type;
    this.tolerance = tolerance;
  }

  /**
   * The first difference.
   *
   * @param index index of the element
   * @param got its value
   * @param want the wanted value
   * @param count number of different elements
   */
  public record Difference(long index, String got, String want, long count) {}

  /** {@return the first difference; empty if there is none} */
  public Optional<Difference> first(
      DeviceMemory memory, int buffer, DeviceMemory wantedMemory, int wantedBuffer) {
    long bytes = memory.bytes(buffer) / type.bytes() * type.bytes();
    Difference first = null;
    long count = 0;
    for (long at = 0; at < bytes; at += PART) {
      int n = (int) Math.min(PART, bytes - at);
      memory.read(buffer, at, got, 0, n);
      wantedMemory.read(wantedBuffer, at, want, 0, n);
      for (int i = mismatch(0, n); i < n; i = mismatch(i, n)) {
        long ours = LittleEndian.get(got, i, type.bytes());
        long theirs = LittleEndian.get(want, i, type.bytes());
        if (!type.isFloat() || !near(ours, theirs, wantedMemory, wantedBuffer)) {
          count++;
          if (first == null) {
            first = new Difference((at + i) / type.bytes(), type.show(ours), type.show(theirs), 0);
          }
        }
        i += type.bytes();
      }
    }
    return first == null
        ? Optional.empty()
        : Optional.of(new Difference(first.index(), first.got(), first.want(), count));
  }

  /** Returns the offset of the next element with different bits, or {@code n}. */
  private int mismatch(int from, int n) {
    int found = Arrays.mismatch(got, from, n, want, from, n);
    return found < 0 ? n : (from + found) / type.bytes() * type.bytes();
  }

  private boolean near(long ours, long theirs, DeviceMemory memory, int buffer) {
    double a = type.real(ours);
    double b = type.real(theirs);
    if (a == b || Double.isNaN(a) && Double.isNaN(b)) {
      return true;
    }
    if (mean < 0) {
      mean = mean(memory, buffer);
    }
    return !Double.isInfinite(b) && Math.abs(a - b) <= tolerance * Math.max(Math.abs(b), mean);
  }

  /** Returns the mean magnitude of the finite elements; 0 if there are none. */
  private double mean(DeviceMemory memory, int buffer) {
    byte[] part = new byte[PART];
    long bytes = memory.bytes(buffer) / type.bytes() * type.bytes();
    double sum = 0;
    long finite = 0;
    for (long at = 0; at < bytes; at += PART) {
      int n = (int) Math.min(PART, bytes - at);
      memory.read(buffer, at, part, 0, n);
      for (int i = 0; i < n; i += type.bytes()) {
        double value = Math.abs(type.real(LittleEndian.get(part, i, type.bytes())));
        if (value <= Double.MAX_VALUE) {
          sum += value;
          finite++;
        }
      }
    }
    return finite == 0 ? 0 : sum / finite;
  }
}
