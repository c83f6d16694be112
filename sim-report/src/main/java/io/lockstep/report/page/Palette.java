// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Assigns a colour and a shape to each of several names. Shapes help readers who cannot distinguish
 * colours. The style sheet of pages defines the colours. Immutable.
 */
public final class Palette {
  private static final int COLOURS = 8;
  private static final int SHAPES = 4;
  private static final double[][] CORNERS = { // corners of all shapes except the circle
    {-4, -4, 4, -4, 4, 4, -4, 4}, {0, -5.2, 5, 4, -5, 4}, {0, -5.6, 5.6, 0, 0, 5.6, -5.6, 0}
  };

  private final Map<String, Integer> numbers = new LinkedHashMap<>();

  /**
   * @param names names in the order of their colours; duplicates are ignored
   */
  public Palette(Collection<String> names) {
    names.forEach(name -> numbers.putIfAbsent(name, numbers.size()));
  }

  public List<String> names() {
    return new ArrayList<>(numbers.keySet());
  }

  /** Returns the CSS class of a name's colour. */
  public String colour(String name) {
    return "c" + numbers.get(name) % COLOURS;
  }

  /** Creates the SVG mark of a name at a given centre. */
  public Element mark(String name, double x, double y, boolean filled) {
    int number = numbers.get(name);
    int shape = (number + number / COLOURS) % SHAPES;
    Element mark = Element.of(shape == 0 ? "circle" : "path").classed(colour(name));
    mark.classed(filled ? "" : "hollow");
    if (shape == 0) {
      return mark.with("cx", x).with("cy", y).with("r", 4.5);
    }
    PathData d = new PathData();
    double[] corners = CORNERS[shape - 1];
    for (int i = 0; i < corners.length; i += 2) {
      d.corner(x + corners[i], y + corners[i + 1]);
    }
    return mark.with("d", d.to('Z'));
  }

  public void legend(Element page) {
    Element legend = page.child("ul.legend");
    for (String name : names()) {
      Element svg = Element.of("svg", mark(name, 0, 0, true)).with("viewBox", "-8 -8 16 16");
      legend.child("li", svg.with("aria-hidden", true), name);
    }
  }
}
