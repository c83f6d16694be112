// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.path;

/** The shares of a path: ticks by resource and by row of the code. Immutable. */
public final class PathSum {
  private final long length;
  private final PathTicks ticks;

  PathSum(long length, PathTicks ticks) {
    this.length = length;
    this.ticks = ticks;
  }

  /** {@return ticks from the launch's start to the path's end} */
  public long length() {
    return length;
  }

  /** {@return rows of the code} */
  public int rows() {
    return ticks.rows();
  }

  /**
   * {@return ticks of a resource at a row}
   *
   * @param row row of the code, or {@link Path#NO_ROW}
   * @param on the resource
   */
  public long ticks(int row, PathResource on) {
    return ticks.get(row, on);
  }

  /**
   * {@return ticks of a resource}
   *
   * @param on the resource
   */
  public long ticks(PathResource on) {
    long sum = 0;
    for (int row = PathTicks.NO_ROW; row < rows(); row++) {
      sum += ticks(row, on);
    }
    return sum;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(length + " ticks");
    for (PathResource r : PathResource.values()) {
      long spent = ticks(r);
      if (spent > 0) {
        text.append(", ").append(r.key()).append(' ').append(spent);
      }
    }
    return text.toString();
  }
}
