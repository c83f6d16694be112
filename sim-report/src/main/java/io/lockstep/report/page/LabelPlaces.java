// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.page;

import java.util.ArrayList;
import java.util.List;

/**
 * Places labels next to their marks. Each label takes the first free position among several around
 * its mark. Not thread-safe.
 */
public final class LabelPlaces {
  private static final double CHARACTER = 7.3; // pixels, for a font of 12 pixels
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
   * The position of a label.
   *
   * @param x left end of the text
   * @param y baseline of the text
   * @param isFar whether the label needs a line to its mark
   */
  public record Place(double x, double y, boolean isFar) {}

  private final List<Box> taken = new ArrayList<>();
  private final double width;
  private final double height;

  public LabelPlaces(double width, double height) {
    this.width = width;
    this.height = height;
  }

  /**
   * Reserves the area of a mark, given its centre. All marks must be reserved before labels are
   * placed.
   */
  public void mark(double x, double y) {
    taken.add(new Box(x - 6, y - 6, x + 6, y + 6));
  }

  /**
   * Chooses a position for a label and reserves it.
   *
   * @param x centre of the mark
   * @param y centre of the mark
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
    // No position is free: let the label overlap instead of omitting it.
    return new Place(Math.min(x + 8, width - wide), y + 4, false);
  }
}
