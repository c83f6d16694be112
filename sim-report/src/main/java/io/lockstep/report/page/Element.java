// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An element of a page, with attributes and content. Texts and attribute values are escaped when
 * the element is written; there is no other way to add text, so that user-defined names cannot
 * become markup. Names of elements and attributes must come from code. Not thread-safe.
 */
public final class Element {
  /** Elements followed by a line break in the output, since white space is not displayed there. */
  private static final Set<String> LINES =
      Set.of(
          ("head meta title style script header main section h1 h2 p nav ul ol dl li dd div table"
                  + " caption thead tbody tfoot tr details summary figure figcaption g body html")
              .split(" "));

  /** Elements that have no end tag if empty. */
  private static final Set<String> VOID = Set.of("meta", "br", "input", "circle", "path", "rect");

  private final String name;
  private final Map<String, String> attributes = new LinkedHashMap<>();
  private final List<Object> content = new ArrayList<>();

  private Element(String name) {
    this.name = name;
  }

  /**
   * Creates an element.
   *
   * @param name name of the element; CSS classes may follow, each after a dot: {@code p.note}
   * @param content content as in {@link #add}
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
   * Sets an attribute and returns this element.
   *
   * @param value value as text; a double is written as a length, and null is ignored
   */
  public Element with(String attribute, Object value) {
    if (value != null) {
      attributes.put(attribute, value instanceof Double d ? Lengths.at(d) : value.toString());
    }
    return this;
  }

  public Element classed(String style) {
    if (!style.isEmpty()) {
      attributes.merge("class", style, (was, more) -> was + " " + more);
    }
    return this;
  }

  /**
   * Adds content and returns this element.
   *
   * @param parts elements, collections of parts, or other objects, which are written as text; null
   *     is ignored
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
   * Adds a new element and returns it.
   *
   * @param child element name and CSS classes, as in {@link #of}
   */
  public Element child(String child, Object... parts) {
    Element element = of(child, parts);
    content.add(element);
    return element;
  }

  public void p(Object... parts) {
    child("p", parts);
  }

  /** Adds a paragraph in small print. */
  public void note(Object... parts) {
    child("p.note", parts);
  }

  /**
   * Adds a folded block and returns its element for content.
   *
   * @param summary the line that is always visible
   */
  public Element details(Object... summary) {
    Element details = child("details");
    details.child("summary", summary);
    return details;
  }

  /**
   * Adds an SVG drawing and returns it.
   *
   * @param wide width in pixels
   * @param high height in pixels
   * @param label text for screen readers
   */
  public Element drawing(double wide, double high, String label) {
    String box = "0 0 " + Lengths.at(wide) + " " + Lengths.at(high);
    return child("svg").with("viewBox", box).with("role", "img").with("aria-label", label);
  }

  boolean is(String other) {
    return name.equals(other);
  }

  /** Formats the element as markup that is valid HTML and XML. */
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

  /** Checks and returns the text of a script or style sheet, which browsers do not unescape. */
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
   * Whether a character is a control character, changes the text direction, or ends a line in
   * JavaScript.
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
