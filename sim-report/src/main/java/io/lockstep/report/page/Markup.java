package io.lockstep.report.page;

import java.util.function.Consumer;

/**
 * Text of an HTML or SVG document that is well-formed XML too, written piece by piece. Not
 * thread-safe.
 */
public final class Markup {
  private final StringBuilder text = new StringBuilder();

  /** An empty text. */
  public Markup() {}

  /**
   * Adds markup as it is.
   *
   * @param markup of the program itself, never of people
   * @return this
   */
  public Markup raw(String markup) {
    text.append(markup);
    return this;
  }

  /**
   * Adds escaped text, for content or attributes; control characters that change the text direction
   * are removed.
   *
   * @param words the text
   * @return this
   */
  public Markup text(String words) {
    for (int i = 0; i < words.length(); i++) {
      char c = words.charAt(i);
      switch (c) {
        case '&' -> text.append("&amp;");
        case '<' -> text.append("&lt;");
        case '>' -> text.append("&gt;");
        case '"' -> text.append("&quot;");
        case '\'' -> text.append("&#39;");
        default -> text.append(isAllowed(words, i) ? c : '\uFFFD');
      }
    }
    return this;
  }

  /** Whether a character may stand in a document: halves of pairs and controls may not. */
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

  /** Whether a character controls what others look like: also those that turn the direction. */
  static boolean isControl(char c) {
    return Character.isISOControl(c)
        || c == '\u061C'
        || c >= '\u200E' && c <= '\u200F'
        || c >= '\u2028' && c <= '\u202E'
        || c >= '\u2066' && c <= '\u2069'
        || c == '\uFEFF';
  }

  /**
   * Adds an element with escaped text.
   *
   * @param name of the element, followed by attributes
   * @param words the text
   * @return this
   */
  public Markup element(String name, String words) {
    return open(name).text(words).close(name);
  }

  /**
   * Adds an element with content.
   *
   * @param name of the element, followed by attributes
   * @param content writes the content
   * @return this
   */
  public Markup element(String name, Consumer<Markup> content) {
    open(name);
    content.accept(this);
    return close(name);
  }

  private Markup open(String name) {
    return raw("<" + name + ">");
  }

  private Markup close(String name) {
    return raw("</" + name.split(" ")[0] + ">");
  }

  /** {@return the number of characters so far} */
  public int length() {
    return text.length();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
