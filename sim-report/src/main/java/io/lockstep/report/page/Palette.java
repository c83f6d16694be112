package io.lockstep.report.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Assigns a colour and a shape, for readers who cannot distinguish colours, to each of several
 * names. The colours are defined in the page's style. Immutable.
 */
public final class Palette {
  private static final int COLOURS = 8;
  private static final int SHAPES = 4;
  private static final double[][] CORNERS = { // of the shapes that are no circle
    {-4, -4, 4, -4, 4, 4, -4, 4}, {0, -5.2, 5, 4, -5, 4}, {0, -5.6, 5.6, 0, 0, 5.6, -5.6, 0}
  };

  private final Map<String, Integer> numbers = new LinkedHashMap<>();

  /**
   * @param names in the order of their colours; duplicates are ignored
   */
  public Palette(Collection<String> names) {
    names.forEach(name -> numbers.putIfAbsent(name, numbers.size()));
  }

  /** {@return the names, each once} */
  public List<String> names() {
    return new ArrayList<>(numbers.keySet());
  }

  /**
   * {@return the class of a name's colour}
   *
   * @param name one of these
   */
  public String colour(String name) {
    return "c" + numbers.get(name) % COLOURS;
  }

  /**
   * {@return a mark around a place, filled or hollow, as SVG}
   *
   * @param name one of these
   * @param x of its middle
   * @param y of its middle
   * @param filled whether it is
   */
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

  /**
   * Adds a list of the names with their marks.
   *
   * @param page the parent element
   */
  public void legend(Element page) {
    Element legend = page.child("ul.legend");
    for (String name : names()) {
      Element svg = Element.of("svg", mark(name, 0, 0, true)).with("viewBox", "-8 -8 16 16");
      legend.child("li", svg.with("aria-hidden", true), name);
    }
  }
}
