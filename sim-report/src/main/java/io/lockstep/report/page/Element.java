package io.lockstep.report.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An element of a page, with attributes and content. Texts and attribute values are escaped when
 * the element is written; there is no other way to add text, so no name chosen by a user becomes
 * markup. Names of elements and of attributes come from code only. Not thread-safe.
 */
public final class Element {
  /** Elements followed by a line break, where white space is not shown. */
  private static final Set<String> LINES =
      Set.of(
          ("head meta title style script header main section h1 h2 p nav ul ol dl li dd div table"
                  + " caption thead tbody tfoot tr details summary figure figcaption g body html")
              .split(" "));

  /** Elements that have no end tag if they are empty. */
  private static final Set<String> VOID = Set.of("meta", "br", "input", "circle", "path", "rect");

  private final String name;
  private final Map<String, String> attributes = new LinkedHashMap<>();
  private final List<Object> content = new ArrayList<>();

  private Element(String name) {
    this.name = name;
  }

  /**
   * {@return a new element}
   *
   * @param name of the element; style classes may follow, each after a dot: {@code p.note}
   * @param content as of {@link #add}
   */
  public static Element of(String name, Object... content) {
    String[] parts = name.split("\\.");
    Element element = new Element(parts[0]);
    for (int i = 1; i < parts.length; i++) {
      element.classed(parts[i]);
    }
    return element.add(content);
  }

  /**
   * Sets an attribute.
   *
   * @param attribute its name
   * @param value any text; a double is written as a length; null for none
   * @return this
   */
  public Element with(String attribute, Object value) {
    if (value != null) {
      attributes.put(attribute, value instanceof Double d ? Lengths.at(d) : value.toString());
    }
    return this;
  }

  /**
   * Adds a style class.
   *
   * @param style its name; empty for none
   * @return this
   */
  public Element classed(String style) {
    if (!style.isEmpty()) {
      attributes.merge("class", style, (was, more) -> was + " " + more);
    }
    return this;
  }

  /**
   * Adds content.
   *
   * @param parts elements, collections of parts, and other objects, which are written as text; null
   *     for nothing
   * @return this
   */
  public Element add(Object... parts) {
    for (Object part : parts) {
      if (part instanceof Collection<?> several) {
        add(several.toArray());
      } else if (part != null) {
        content.add(part);
      }
    }
    return this;
  }

  /**
   * Adds a new element.
   *
   * @param child its name, as of {@link #of}
   * @param parts its content
   * @return the new element
   */
  public Element child(String child, Object... parts) {
    Element element = of(child, parts);
    content.add(element);
    return element;
  }

  /**
   * Adds a paragraph.
   *
   * @param parts its content
   */
  public void p(Object... parts) {
    child("p", parts);
  }

  /**
   * Adds a paragraph in small print.
   *
   * @param parts its content
   */
  public void note(Object... parts) {
    child("p.note", parts);
  }

  /**
   * Adds folded content.
   *
   * @param summary its visible line
   * @return the folded element, to be filled
   */
  public Element details(Object... summary) {
    Element details = child("details");
    details.child("summary", summary);
    return details;
  }

  /**
   * Adds a drawing.
   *
   * @param wide its width, pixels
   * @param high its height, pixels
   * @param label text for screen readers
   * @return the drawing
   */
  public Element drawing(double wide, double high, String label) {
    String box = "0 0 " + Lengths.at(wide) + " " + Lengths.at(high);
    return child("svg").with("viewBox", box).with("role", "img").with("aria-label", label);
  }

  boolean is(String other) {
    return name.equals(other);
  }

  /** {@return the element as a document has it, which is HTML and XML} */
  @Override
  public String toString() {
    StringBuilder to = new StringBuilder();
    write(to);
    return to.toString();
  }

  private void write(StringBuilder to) {
    to.append('<').append(name);
    attributes.forEach(
        (attribute, value) -> {
          to.append(' ').append(attribute).append("=\"");
          escape(value, to);
          to.append('"');
        });
    if (content.isEmpty() && VOID.contains(name)) {
      to.append("/>");
    } else {
      to.append('>');
      for (Object part : content) {
        if (part instanceof Element element) {
          element.write(to);
        } else if (name.equals("script") || name.equals("style")) {
          to.append(verbatim(part.toString()));
        } else {
          escape(part.toString(), to);
        }
      }
      to.append("</").append(name).append('>');
    }
    to.append(LINES.contains(name) ? "\n" : "");
  }

  /** Text that browsers do not unescape, such as a script's. */
  private static String verbatim(String code) {
    if (code.contains("</") || code.contains("<!-")) {
      throw new IllegalArgumentException("neither </ nor <!- may stand in a script or a style");
    }
    return code;
  }

  private static void escape(String words, StringBuilder to) {
    for (int i = 0; i < words.length(); i++) {
      char c = words.charAt(i);
      switch (c) {
        case '&' -> to.append("&amp;");
        case '<' -> to.append("&lt;");
        case '>' -> to.append("&gt;");
        case '"' -> to.append("&quot;");
        default -> to.append(isAllowed(words, i) ? c : '\uFFFD');
      }
    }
  }

  private static boolean isAllowed(String words, int i) {
    char c = words.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 < words.length() && Character.isLowSurrogate(words.charAt(i + 1));
    }
    if (Character.isLowSurrogate(c)) {
      return i > 0 && Character.isHighSurrogate(words.charAt(i - 1));
    }
    return c == '\n' || c == '\t' || !isControl(c) && c < '\uFFFE';
  }

  /**
   * {@return whether a character controls a terminal or the direction of a text, or ends a line in
   * some scripts}
   */
  static boolean isControl(char c) {
    return Character.isISOControl(c)
        || c == '\u061C'
        || c >= '\u200E' && c <= '\u200F'
        || c >= '\u2028' && c <= '\u202E'
        || c >= '\u2066' && c <= '\u2069'
        || c == '\uFEFF';
  }
}
