package io.lockstep.run.validation;

/** Text of an HTML or SVG document, written piece by piece. Not thread-safe. */
final class Markup {
  private final StringBuilder text = new StringBuilder();

  /** Adds markup as it is. */
  Markup raw(String markup) {
    text.append(markup);
    return this;
  }

  /** Adds text of people: nothing in it is markup, here or in an attribute. */
  Markup text(String words) {
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
    return c == '\n' || c == '\t' || !Character.isISOControl(c) && c < '\uFFFE';
  }

  /** Adds an element that holds words. */
  Markup element(String name, String words) {
    return raw("<" + name + ">").text(words).raw("</" + name.split(" ")[0] + ">");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
