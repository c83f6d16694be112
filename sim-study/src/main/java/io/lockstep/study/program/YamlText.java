package io.lockstep.study.program;

import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;

/**
 * A YAML tree in one way of writing it: without comments, layout and anchors, maps in their order.
 */
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

  /** A text with its length in front, so that several of them can be told apart. */
  static String quoted(String text) {
    StringBuilder out = new StringBuilder();
    text(text, out);
    return out.toString();
  }

  /** With its length in front, so that nothing in it can be taken for structure. */
  private static void text(String text, StringBuilder out) {
    out.append(text.length()).append('"').append(text).append('"');
  }
}
