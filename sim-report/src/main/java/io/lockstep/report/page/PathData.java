// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.page;

/**
 * Builds the data of an SVG path, with coordinates rounded to tenths of a pixel. Not thread-safe.
 */
public final class PathData {
  private final StringBuilder commands = new StringBuilder();

  public PathData() {}

  /**
   * Adds a command, and returns this path.
   *
   * @param command letter of the SVG command: M moves, L draws a line, H and V draw along an axis,
   *     Z closes the path
   * @param lengths arguments of the command, pixels
   */
  public PathData to(char command, double... lengths) {
    commands.append(command);
    for (int i = 0; i < lengths.length; i++) {
      commands.append(i == 0 ? "" : " ").append(Lengths.at(lengths[i]));
    }
    return this;
  }

  /** Adds a corner of a polyline and returns this path. The first corner starts the polyline. */
  public PathData corner(double x, double y) {
    return to(isEmpty() ? 'M' : 'L', x, y);
  }

  public boolean isEmpty() {
    return commands.isEmpty();
  }

  @Override
  public String toString() {
    return commands.toString();
  }
}
