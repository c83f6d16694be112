// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.program;

import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;

/** Formats a YAML tree in canonical form, without comments, layout and anchors. */
final class YamlText {
  private YamlText() {}

  static String of(YamlNode node) {
    StringBuilder out = new StringBuilder();
    write(node, out);
    return out.toString();
  }

  private static void write(YamlNode node, StringBuilder out) {
    if (node.isMap()) {
      out.append('{');
      for (YamlMap.Entry entry : node.asMap().entries()) {
        text(entry.key(), out);
        out.append(':');
        write(entry.value(), out);
        out.append(',');
      }
      out.append('}');
    } else if (node.isList()) {
      out.append('[');
      for (YamlNode item : node.asList()) {
        write(item, out);
        out.append(',');
      }
      out.append(']');
    } else {
      out.append(node.kind()).append(' ');
      text(node.raw(), out);
    }
  }

  /** Formats a text with its length as a prefix, so that concatenated texts are unambiguous. */
  static String quoted(String text) {
    StringBuilder out = new StringBuilder();
    text(text, out);
    return out.toString();
  }

  /** Appends a text with its length as a prefix, which separates content from structure. */
  private static void text(String text, StringBuilder out) {
    out.append(text.length()).append('"').append(text).append('"');
  }
}
