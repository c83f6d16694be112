package io.lockstep.run.validation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A colour and, for those who do not see it, a shape for each device of a page. Immutable. */
final class Palette {
  /** Far apart for all kinds of sight, at least 3 : 1 against the page. */
  private static final List<String> ON_LIGHT =
      List.of("#0068a8", "#b8430b", "#00785a", "#a3387f", "#7d6200", "#5a4fc7", "#3f7a8c", "#555");

  private static final List<String> ON_DARK =
      List.of("#5ab4ef", "#ff9a62", "#2fd0a0", "#ea90ca", "#e6c229", "#b0a6ff", "#7fd1e4", "#ccc");

  private static final int SHAPES = 4;

  private final Map<String, Integer> numbers = new LinkedHashMap<>();

  Palette(List<RowResult> rows) {
    Set<String> devices = new TreeSet<>();
    rows.forEach(row -> devices.add(row.device()));
    devices.forEach(device -> numbers.put(device, numbers.size()));
  }

  List<String> devices() {
    return new ArrayList<>(numbers.keySet());
  }

  /** Style rules for both schemes. */
  static String style() {
    return rules(ON_LIGHT) + "@media (prefers-color-scheme: dark) {\n" + rules(ON_DARK) + "}\n";
  }

  private static String rules(List<String> colours) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < colours.size(); i++) {
      text.append(".c").append(i).append(" { --c: ").append(colours.get(i)).append("; }\n");
    }
    return text.toString();
  }

  /** A mark around a place, filled or hollow. */
  String mark(String device, double x, double y, boolean filled) {
    int number = numbers.get(device);
    String style = "class=\"c" + number % ON_LIGHT.size() + (filled ? "" : " hollow") + "\"";
    int shape = (number + number / ON_LIGHT.size()) % SHAPES;
    return switch (shape) {
      case 0 -> "<circle " + style + " cx=\"" + at(x) + "\" cy=\"" + at(y) + "\" r=\"4.5\"/>";
      case 1 -> path(style, "M", x, y, new double[] {-4, -4, 4, -4, 4, 4, -4, 4});
      case 2 -> path(style, "M", x, y, new double[] {0, -5.2, 5, 4, -5, 4});
      default -> path(style, "M", x, y, new double[] {0, -5.6, 5.6, 0, 0, 5.6, -5.6, 0});
    };
  }

  private static String path(String style, String start, double x, double y, double[] corners) {
    StringBuilder d = new StringBuilder(start);
    for (int i = 0; i < corners.length; i += 2) {
      d.append(i == 0 ? "" : "L").append(at(x + corners[i])).append(' ');
      d.append(at(y + corners[i + 1]));
    }
    return "<path " + style + " d=\"" + d + "Z\"/>";
  }

  /** A length with one digit behind the point. */
  static String at(double length) {
    long tenths = Math.round(length * 10);
    return tenths % 10 == 0
        ? Long.toString(tenths / 10)
        : (tenths < 0 ? "-" : "") + Math.abs(tenths) / 10 + "." + Math.abs(tenths % 10);
  }
}
