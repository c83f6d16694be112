// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

final class ValuesReader {
  private ValuesReader() {}

  /** Reads a value, a range, a list of both, or a map that describes a range or distribution. */
  static ValueSource read(YamlNode node) {
    if (node.isMap()) {
      return made(node.asMap());
    }
    return listed(node);
  }

  /** Reads a value, a range, or a list of values and ranges. */
  static Listed listed(YamlNode node) {
    if (!node.isList()) {
      return expanded(WordReader.item(node));
    }
    List<Item> items = new ArrayList<>();
    for (YamlNode one : node.asList()) {
      items.addAll(expanded(WordReader.item(one)).items());
    }
    if (items.isEmpty()) {
      throw new InputException(node.where(), "expected at least one value");
    }
    bound(node.where(), items);
    return new Listed(node.where(), "", items);
  }

  /** Reads the comma-separated values of a command-line option. */
  static Listed commas(String where, String text) {
    List<Item> items = new ArrayList<>();
    for (String one : text.split(",", -1)) {
      items.addAll(expanded(WordReader.item(YamlNode.scalar(where, one.strip()))).items());
    }
    bound(where, items);
    return new Listed(where, "", items);
  }

  private static void bound(String where, List<Item> items) {
    if (items.size() > RangeText.MOST_VALUES) {
      throw new InputException(where, "has more than " + RangeText.MOST_VALUES + " values");
    }
  }

  private static Listed expanded(Item item) {
    return RangeText.is(item.text()) ? RangeText.read(item) : Listed.of(item);
  }

  private static ValueSource made(YamlMap map) {
    map.allowOnly("expression", "unit", "choices", "from", "to", "step", "times", "scale", "round");
    if (map.has("expression")) {
      map.allowOnly("expression", "unit");
      return new Computed(
          expression(map.require("expression")), map.get("unit").map(YamlNode::asText).orElse(""));
    }
    if (map.has("choices")) {
      map.allowOnly("choices");
      YamlNode choices = map.require("choices");
      choices.asList();
      return new DesignChoices(choices.where(), listed(choices).items());
    }
    String from = WordReader.item(map.require("from")).text();
    String to = WordReader.item(map.require("to")).text();
    if (map.has("step")) {
      map.allowOnly("from", "to", "step");
      return range(map, from, to, WordReader.item(map.require("step")).text());
    }
    if (map.has("times")) {
      map.allowOnly("from", "to", "times");
      return range(map, from, to, "*" + WordReader.item(map.require("times")).text());
    }
    map.allowOnly("from", "to", "scale", "round");
    Span.Scale scale = map.get("scale").map(ValuesReader::scale).orElse(Span.Scale.LINEAR);
    String round = map.get("round").map(node -> WordReader.item(node).text()).orElse("");
    return new Span(map.where(), from, to, scale, round);
  }

  private static Listed range(YamlMap map, String from, String to, String by) {
    return RangeText.read(new Item(from + ".." + to + ":" + by, map.where()));
  }

  private static Span.Scale scale(YamlNode node) {
    return WordReader.choice(node, Stream.of(Span.Scale.values()), Span.Scale::word);
  }

  static Expression expression(YamlNode node) {
    return Expression.of(node.where(), WordReader.item(node).text());
  }
}
