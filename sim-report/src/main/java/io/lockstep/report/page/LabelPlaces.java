package io.lockstep.report.page;

import java.util.ArrayList;
import java.util.List;

/**
 * Places labels beside their marks: each label takes the first free position of several around its
 * mark, in the order of the marks. Not thread-safe.
 */
public final class LabelPlaces {
  private static final double CHARACTER = 6.7; // pixels, at 12 pixels a line
  private static final double LINE = 12;
  private static final double[][] AROUND = {
    {1, 0}, {-1, 0}, {0.6, -1}, {0.6, 1}, {-0.6, -1}, {-0.6, 1}, {0, -1}, {0, 1}
  };
  private static final int RINGS = 7;

  private record Box(double left, double top, double right, double bottom) {
    boolean meets(Box o) {
      return left < o.right && o.left < right && top < o.bottom && o.top < bottom;
    }
  }

  /**
   * A place of a label.
   *
   * @param x left end of its text
   * @param y of its text's line
   * @param isFar whether a line should lead to it
   */
  public record Place(double x, double y, boolean isFar) {}

  private final List<Box> taken = new ArrayList<>();
  private final double width;
  private final double height;

  /**
   * @param width of the drawing
   * @param height of the drawing
   */
  public LabelPlaces(double width, double height) {
    this.width = width;
    this.height = height;
  }

  /**
   * Keeps the room of a mark, before any label is placed.
   *
   * @param x of its middle
   * @param y of its middle
   */
  public void mark(double x, double y) {
    taken.add(new Box(x - 6, y - 6, x + 6, y + 6));
  }

  /**
   * {@return the position of a label, which is then occupied}
   *
   * @param x of its mark's middle
   * @param y of its mark's middle
   * @param words the label
   */
  public Place label(double x, double y, String words) {
    double wide = words.length() * CHARACTER;
    for (int ring = 0; ring < RINGS; ring++) {
      for (double[] side : AROUND) {
        double far = 8 + ring * 9;
        double left = side[0] > 0 ? x + far * side[0] : x + far * side[0] - wide;
        left = side[0] == 0 ? x - wide / 2 : left;
        double middle = y + side[1] * (far + LINE / 2);
        Box box = new Box(left, middle - LINE / 2, left + wide, middle + LINE / 2);
        boolean inside =
            box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height;
        if (inside && taken.stream().noneMatch(box::meets)) {
          taken.add(box);
          return new Place(left, middle + 4, ring > 1);
        }
      }
    }
    return new Place(Math.min(x + 8, width - wide), y + 4, false); // it is still there
  }
}
