package io.lockstep.report.page;

/** The way of a drawn path: SVG's commands, with lengths in tenths of a pixel. Not thread-safe. */
public final class PathData {
  private final StringBuilder commands = new StringBuilder();

  /** Creates an empty path. */
  public PathData() {}

  /**
   * Adds a command.
   *
   * @param command SVG's letter: M moves, L draws a line, H and V draw along an axis, Z closes
   * @param lengths as many as the command needs, pixels
   * @return this
   */
  public PathData to(char command, double... lengths) {
    commands.append(command);
    for (int i = 0; i < lengths.length; i++) {
      commands.append(i == 0 ? "" : " ").append(Lengths.at(lengths[i]));
    }
    return this;
  }

  /**
   * Adds a corner of a line: its begin, or a line to it.
   *
   * @param x of the corner
   * @param y of the corner
   * @return this
   */
  public PathData corner(double x, double y) {
    return to(isEmpty() ? 'M' : 'L', x, y);
  }

  /** {@return whether there is no command} */
  public boolean isEmpty() {
    return commands.isEmpty();
  }

  /** {@return the value of the attribute {@code d}} */
  @Override
  public String toString() {
    return commands.toString();
  }
}
