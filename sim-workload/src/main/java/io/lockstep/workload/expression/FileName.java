// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.expression;

import io.lockstep.io.InputException;
import io.lockstep.io.Placed;
import io.lockstep.io.yaml.YamlNode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file name relative to the workload file, which may contain whole-number parameters in braces:
 * {@code graph_{n}.bin}.
 */
public record FileName(String where, String text) implements Placed {
  private static final Pattern BRACES = Pattern.compile("\\{([^{}]*)\\}|[{}]");

  /** Reads a name and checks the text in braces. */
  public static FileName read(YamlNode node, Names names) {
    FileName name = new FileName(node.where(), node.asText());
    if (name.text.isEmpty() || name.text.indexOf('\0') >= 0) {
      throw new InputException(name.where, "expected a file's name");
    }
    Matcher matcher = BRACES.matcher(name.text);
    while (matcher.find()) {
      if (matcher.group(1) == null) {
        throw new InputException(name.where, "in '" + name.text + "': a brace without its partner");
      }
      names.checkWhole(name.where, matcher.group(1));
    }
    return name;
  }

  public static List<String> names(String text) {
    return BRACES.matcher(text).results().map(match -> match.group(1)).toList();
  }

  /** Returns the name with the values of its parameters. */
  public String resolve(Scope scope) {
    return BRACES.matcher(text).replaceAll(match -> Long.toString(scope.whole(match.group(1))));
  }

  /** Reads an option for the compiler. */
  public static FileName option(YamlNode option, Names names) {
    if (!option.asText().startsWith("-")) {
      throw option.wrong(
          "expected an option of the compiler such as -DN=16, found '" + option.asText() + "'");
    }
    return read(option, names);
  }
}
