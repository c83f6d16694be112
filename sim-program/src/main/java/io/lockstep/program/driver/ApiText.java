// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import io.lockstep.program.driver.ApiTable.Body;
import io.lockstep.program.driver.ApiTable.Function;
import io.lockstep.program.driver.ApiTable.Name;
import io.lockstep.program.driver.ApiTable.ObjectKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The C text of the functions of a table: what is put behind a file for which it has some. */
final class ApiText {
  private static final String HEAD = "/* SPDX-License-Identifier: Apache-2.0 */\n";
  private static final String STREAM = "(?<![.>])\\bstream\\b";

  private final ApiTable table;

  private ApiText(ApiTable table) {
    this.table = table;
  }

  static String of(ApiTable table, String file) {
    ApiText all = new ApiText(table);
    StringBuilder text = new StringBuilder();
    for (Function function : table.functions()) {
      if (function.file().equals(file)) {
        Name name = function.names().get(0);
        text.append(conditional(name, all.own(function) + all.others(function)));
      }
    }
    return text.toString();
  }

  /** Returns declarations of the runtime's functions that are made of the table. */
  static String prototypes(ApiTable table) {
    ApiText all = new ApiText(table);
    StringBuilder text = new StringBuilder(HEAD);
    for (Function function : table.functions()) {
      if (function.file().startsWith("cudart_") && function.body() == Body.CALLS) {
        Name name = function.names().get(0);
        text.append(
            conditional(
                name,
                function.result() + " " + name.text() + "(" + all.declarations(function) + ");\n"));
      }
    }
    return text.toString();
  }

  /**
   * Returns rows of the C table {@code RESTRICTED}: each function that stream capture forbids, and
   * the kind of its restriction.
   */
  static String restricted(ApiTable table) {
    Map<String, String> kinds = Map.of("unsafe", "UNSAFE", "waits", "WAITING", "whole", "WHOLE");
    StringBuilder text = new StringBuilder(HEAD);
    for (Function function : table.functions()) {
      for (Name name : function.names()) {
        for (String mark : name.marks()) {
          if (kinds.containsKey(mark)) {
            text.append("    {\"%s\", %s},\n".formatted(name.text(), kinds.get(mark)));
          }
        }
        if (name.has("waits") && !name.twin().isEmpty()) {
          text.append("    {\"%s\", OF_THREAD},\n".formatted(name.twin()));
        }
      }
    }
    return text.toString();
  }

  private String own(Function function) {
    return switch (function.body()) {
      case WRITTEN -> "";
      case CALLS -> function.isPlain() ? plain(function) : calls(function);
      case ANSWERS -> answers(function);
      case REFUSED -> function.isOpenCl() ? "" : refused(function);
    };
  }

  /** Returns a text that counts only for the libraries that a mark says. */
  private static String conditional(Name name, String text) {
    for (String mark : name.marks()) {
      if (mark.equals("cuda") || mark.equals("amd")) {
        return (mark.equals("amd") ? "#ifdef" : "#ifndef") + " LOCKSTEP_HIP\n" + text + "#endif\n";
      }
      if (mark.matches("(since|until)\\d+")) {
        String compared = mark.startsWith("since") ? ">=" : "<=";
        return "#if CUDART_MAJOR " + compared + " " + mark.substring(5) + "\n" + text + "#endif\n";
      }
    }
    return text;
  }

  /** What a parameter has to be, and the error if it is not. */
  private record Check(String condition, String error) {}

  private List<Check> checks(Function function) {
    List<Check> checks = new ArrayList<>();
    for (String parameter : function.parameters()) {
      String name = identifier(parameter);
      if (parameter.startsWith("in ")) {
        ObjectKind kind = kind(parameter);
        String condition = kind.condition().replaceAll("\\bobject\\b(?!\\.)", name);
        checks.add(new Check(condition, kind.error()));
      } else if (parameter.startsWith("out ")) {
        checks.add(new Check(name, function.missing()));
      }
    }
    return checks;
  }

  private ObjectKind kind(String parameter) {
    ObjectKind kind = table.objects().get(parameter.split(" ")[1]);
    if (kind == null) {
      throw new IllegalStateException("no kind of objects for: " + parameter);
    }
    return kind;
  }

  private String declaration(String parameter) {
    if (!parameter.startsWith("in ")) {
      return parameter.replaceFirst("^out ", "");
    }
    return kind(parameter).type() + " " + identifier(parameter);
  }

  private String declarations(Function function) {
    return function.parameters().stream().map(this::declaration).collect(Collectors.joining(", "));
  }

  /** Returns the head of a C function that needs no macro, up to its opening brace. */
  private String plainHead(Function function, String furtherParameters) {
    Name name = function.names().get(0);
    String exported = function.isOpenCl() ? name.has("exported") ? "EXPORT " : "" : "API ";
    return "%s%s %s(%s%s) {\n"
        .formatted(
            exported, function.entered(), name.text(), declarations(function), furtherParameters);
  }

  /** Returns C statements that check the parameters of a function that needs no macro. */
  private String plainChecks(Function function) {
    boolean isObject = function.parameters().contains(OpenClText.ERROR);
    return checks(function).stream()
        .map(
            check ->
                "  if (!(%s))\n    return %s;\n"
                    .formatted(
                        check.condition(),
                        isObject ? "fail(error_ret, " + check.error() + ")" : check.error()))
        .collect(Collectors.joining());
  }

  private String answers(Function function) {
    return plainHead(function, OpenClText.QUERY)
        + plainChecks(function)
        + OpenClText.answers(function.calls())
        + "}\n";
  }

  private String plain(Function function) {
    return plainHead(function, "")
        + plainChecks(function)
        + "  return "
        + function.calls()
        + ";\n}\n";
  }

  private String calls(Function function) {
    String expression = function.calls();
    String declared = "";
    if (expression.startsWith("as ")) {
      String other = expression.substring(3);
      declared = "extern Error " + other + "(" + declarations(function) + ");\n";
      expression = other + "(" + arguments(function) + ")";
    }
    List<Check> checks = checks(function);
    Collections.reverse(checks);
    for (Check check : checks) {
      expression = "!(" + check.condition() + ") ? " + check.error() + " : (" + expression + ")";
    }
    String name = function.names().get(0).text();
    String twin = function.names().get(0).twin();
    String text =
        declared
            + entered(
                function, name, hasStream(function) ? expression : onStream(expression, "NULL"));
    if (twin.isEmpty()) {
      return text;
    }
    return hasStream(function)
        ? text
            + "API %s %s(%s) {\n  return %s(%s);\n}\n"
                .formatted(
                    function.result(),
                    twin,
                    declarations(function),
                    name,
                    onStream(arguments(function), "OWN(stream)"))
        : text + entered(function, twin, onStream(expression, "PER_THREAD"));
  }

  private String entered(Function function, String name, String expression) {
    return "API %s %s(%s) {\n  %s(%s);\n}\n"
        .formatted(function.result(), name, declarations(function), function.entered(), expression);
  }

  private static boolean hasStream(Function function) {
    return function.parameters().stream().anyMatch(each -> identifier(each).equals("stream"));
  }

  private static String onStream(String expression, String stream) {
    return expression.replaceAll(STREAM, stream);
  }

  private static String arguments(Function function) {
    return function.parameters().stream()
        .filter(each -> !each.equals("void"))
        .map(ApiText::identifier)
        .collect(Collectors.joining(", "));
  }

  /** Returns the name of a parameter, the last word of its declaration. */
  private static String identifier(String parameter) {
    return parameter.replaceFirst("^.*?(\\w+)(\\[\\w*])*$", "$1");
  }

  /** Each file has a macro for functions that are not supported. */
  private static String refused(Function function) {
    Name name = function.names().get(0);
    String kind = function.calls();
    String why = " is not supported" + (kind.isEmpty() ? "" : ": " + kind);
    StringBuilder text = new StringBuilder();
    for (String each :
        List.of(name.text(), name.twin(), name.has("64") ? name.text() + "_64" : "")) {
      if (!each.isEmpty()) {
        text.append("REFUSED(" + each + ", \"" + each + why + "\")\n");
      }
    }
    return text.toString();
  }

  private String others(Function function) {
    if (function.body() == Body.REFUSED) {
      return "";
    }
    Name own = function.names().get(0);
    StringBuilder text = new StringBuilder();
    for (Name name : function.names()) {
      if (name != own) {
        text.append(also(own.text(), name.text(), name.has("exported")));
      }
      boolean isMade = name == own && function.body() == Body.CALLS;
      if (!name.twin().isEmpty() && !isMade) {
        if (own.twin().isEmpty() || function.body() == Body.WRITTEN) {
          throw new IllegalStateException("api.txt: what does " + name.twin() + " call?");
        }
        text.append(also(own.twin(), name.twin(), false));
      }
    }
    return text.toString();
  }

  private static String also(String name, String other, boolean isExported) {
    return (isExported ? "EXPORT " : "") + "ALSO(" + name + ", " + other + ");\n";
  }
}
