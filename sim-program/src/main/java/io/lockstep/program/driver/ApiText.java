// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import io.lockstep.program.driver.ApiTable.Body;
import io.lockstep.program.driver.ApiTable.Function;
import io.lockstep.program.driver.ApiTable.Name;
import java.util.List;
import java.util.stream.Collectors;

/** The C text of the functions of a table: what is put behind a file for which it has some. */
final class ApiText {
  private ApiText() {}

  static String of(ApiTable table, String file) {
    StringBuilder text = new StringBuilder();
    for (Function function : table.functions()) {
      if (function.file().equals(file)) {
        Name name = function.names().get(0);
        text.append(conditional(name, own(function) + others(function)));
      }
    }
    return text.toString();
  }

  private static String own(Function function) {
    return switch (function.body()) {
      case WRITTEN -> "";
      case CALLS -> calls(function);
      case REFUSED -> refused(function);
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

  private static String result(String entered) {
    return entered.equals("CALL") ? "Error" : "Result";
  }

  private static String calls(Function function) {
    String name = function.names().get(0).text();
    List<String> all = function.parameters();
    String parameters =
        all.stream().map(each -> each.replaceFirst("^out ", "")).collect(Collectors.joining(", "));
    String missing =
        all.stream()
            .filter(each -> each.startsWith("out "))
            .map(each -> "!" + identifier(each))
            .collect(Collectors.joining(" || "));
    String expression = function.calls();
    String declared = "";
    if (expression.startsWith("as ")) {
      String other = expression.substring(3);
      String arguments =
          all.stream()
              .filter(each -> !each.equals("void"))
              .map(ApiText::identifier)
              .collect(Collectors.joining(", "));
      declared = "extern Error " + other + "(" + parameters + ");\n";
      expression = other + "(" + arguments + ")";
    }
    if (!missing.isEmpty()) {
      expression = missing + " ? cudaErrorInvalidValue : (" + expression + ")";
    }
    return declared
        + "API %s %s(%s) {\n  %s(%s);\n}\n"
            .formatted(
                result(function.entered()), name, parameters, function.entered(), expression);
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

  private static String others(Function function) {
    if (function.body() == Body.REFUSED) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    String own = function.names().get(0).text();
    for (Name name : function.names()) {
      for (String other : List.of(name.text(), name.twin())) {
        if (!other.isEmpty() && !other.equals(own)) {
          text.append("ALSO(").append(own).append(", ").append(other).append(");\n");
        }
      }
    }
    return text.toString();
  }
}
