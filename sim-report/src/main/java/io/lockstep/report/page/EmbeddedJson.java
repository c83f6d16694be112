// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.page;

/** Prepares a JSON document for embedding in a page. */
final class EmbeddedJson {
  private EmbeddedJson() {}

  /**
   * Returns an equivalent document on one line, with every character escaped that could end the
   * script or be taken for markup.
   *
   * @param json a valid document
   */
  static String of(String json) {
    StringBuilder out = new StringBuilder(json.length() / 2);
    boolean quoted = false;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (quoted) {
        if (c == '\\') {
          out.append(c).append(json.charAt(++i));
          continue;
        }
        quoted = c != '"';
        boolean plain =
            c != '<'
                && c != '>'
                && c != '&'
                && !Element.isControl(c)
                && c < '\uFFFE'
                && !Character.isSurrogate(c);
        out.append(plain ? "" + c : String.format("\\u%04x", (int) c));
      } else if (c > ' ') {
        quoted = c == '"';
        out.append(c);
      }
    }
    return out.toString();
  }
}
