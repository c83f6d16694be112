// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.element;

/**
 * Reads elements of a buffer by index through a window that grows during sequential reads.
 * Sequential reads are therefore cheap, random reads are not slowed down much, and memory is
 * bounded.
 */
public final class ElementReader {
  private static final int MOST = 512;
  private static final int LEAST = 8;

  private final String name;
  private final ElementType type;
  private final long count;
  private final Elements elements;
  private final long[] window = new long[MOST];
  private long start = -1;
  private int length;

  /**
   * @param name name of the buffer, for messages
   */
  public ElementReader(String name, ElementType type, long count, Elements elements) {
    this.name = name;
    this.type = type;
    this.count = count;
    this.elements = elements;
  }

  public ElementType type() {
    return type;
  }

  public long count() {
    return count;
  }

  /**
   * Returns the raw bits of an element.
   *
   * @throws ArithmeticException if there is no such element
   */
  public long bits(long index) {
    check(index);
    if (start < 0 || index < start || index >= start + length) {
      boolean inOrder = start >= 0 && index == start + length;
      start = index;
      length = (int) Math.min(inOrder ? Math.min(MOST, 2 * length) : LEAST, count - start);
      elements.bits(start, length, window);
    }
    return window[(int) (index - start)];
  }

  public void check(long index) {
    if (index < 0 || index >= count) {
      throw new ArithmeticException(
          name + "[" + index + "]: '" + name + "' has " + count + " elements");
    }
  }

  /** Returns the value of an element in an expression: a whole number, or the bits of a double. */
  public long value(long index) {
    return valueOf(bits(index), index);
  }

  private long valueOf(long bits, long index) {
    if (type.isFloat()) {
      return Double.doubleToRawLongBits(type.real(bits));
    }
    long value = type.integer(bits);
    if (type == ElementType.U64 && value < 0) {
      throw new ArithmeticException(
          name + "[" + index + "] is " + type.show(bits) + ", above 64 bits with a sign");
    }
    return value;
  }

  /** Discards the window, because the buffer was written. */
  public void forget() {
    start = -1;
  }
}
