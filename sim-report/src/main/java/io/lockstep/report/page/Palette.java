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
  public String mark(String name, double x, double y, boolean filled) {
    int number = numbers.get(name);
    String style = "class=\"" + colour(name) + (filled ? "" : " hollow") + "\"";
    int shape = (number + number / COLOURS) % SHAPES;
    return switch (shape) {
      case 0 ->
          "<circle "
              + style
              + " cx=\""
              + Lengths.at(x)
              + "\" cy=\""
              + Lengths.at(y)
              + "\" r=\"4.5\"/>";
      case 1 -> path(style, x, y, new double[] {-4, -4, 4, -4, 4, 4, -4, 4});
      case 2 -> path(style, x, y, new double[] {0, -5.2, 5, 4, -5, 4});
      default -> path(style, x, y, new double[] {0, -5.6, 5.6, 0, 0, 5.6, -5.6, 0});
    };
  }

  private static String path(String style, double x, double y, double[] corners) {
    StringBuilder d = new StringBuilder("M");
    for (int i = 0; i < corners.length; i += 2) {
      d.append(i == 0 ? "" : "L").append(Lengths.at(x + corners[i])).append(' ');
      d.append(Lengths.at(y + corners[i + 1]));
    }
    return "<path " + style + " d=\"" + d + "Z\"/>";
  }

  /**
   * Writes the legend.
   *
   * @param page the page
   */
  public void legend(Markup page) {
    page.raw("<ul class=\"legend\">\n");
    for (String name : names()) {
      page.raw("<li><svg viewBox=\"-8 -8 16 16\" aria-hidden=\"true\">");
      page.raw(mark(name, 0, 0, true)).raw("</svg>").text(name).raw("</li>\n");
    }
    page.raw("</ul>\n");
  }
}
