package io.lockstep.workload;

import io.lockstep.io.Suggestions;
import io.lockstep.io.yaml.YamlNode;
import java.util.Map;

/** One of several words. Stateless. */
final class Choices {
  private Choices() {}

  /** The value that a word stands for. */
  static <T> T choice(YamlNode node, Map<String, T> choices) {
    T chosen = choices.get(node.asText());
    if (chosen == null) {
      throw node.wrong(
          "unknown value '%s'%s"
              .formatted(node.asText(), Suggestions.hint(node.asText(), choices.keySet())));
    }
    return chosen;
  }
}
