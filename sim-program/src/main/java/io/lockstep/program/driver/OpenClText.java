// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import io.lockstep.program.driver.ApiTable.Body;
import io.lockstep.program.driver.ApiTable.Function;
import io.lockstep.program.driver.ApiTable.Name;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The C text of OpenCL's queries, and of the table by which an ICD loader finds its functions. */
final class OpenClText {
  /** The last parameter of functions that return an object. */
  static final String ERROR = "cl_int *error_ret";

  /** The parameters that all queries have behind their own. */
  static final String QUERY = ", cl_uint name, size_t size, void *to, size_t *size_ret";

  private static final String DISPATCH = "opencl_dispatch.c";

  private OpenClText() {}

  /**
   * Returns statements that answer a query.
   *
   * @param answers the lines of the table, each with a semicolon behind
   */
  static String answers(String answers) {
    return Arrays.stream(answers.split(";\\s*"))
        .map(OpenClText::answer)
        .collect(
            Collectors.joining(
                "", "  switch (name) {\n", "  default:\n    return CL_INVALID_VALUE;\n  }\n"));
  }

  private static String answer(String line) {
    String[] words = line.split(" ", 4);
    String rest = words.length > 3 ? words[3] : "";
    String statement =
        switch (words[2]) {
          case "do" -> rest;
          case "text" -> "return answer_text(" + rest + ", size, to, size_ret)";
          case "list" -> "ANSWER_LIST(" + rest + ")";
          case "uint", "ulong" -> "ANSWER((cl_" + words[2] + ")(" + rest + "))";
          default -> "ANSWER(" + line.split(" ", 3)[2] + ")";
        };
    return "  case %s: /* %s */\n    %s;\n".formatted(words[1], words[0], statement);
  }

  /** Returns names and places of all functions; a place that two functions have is an error. */
  static Map<Integer, String> places(ApiTable table) {
    Map<Integer, String> places = new TreeMap<>();
    for (Function function : table.functions()) {
      for (Name name : function.names()) {
        String before = name.place() < 0 ? null : places.put(name.place(), name.text());
        if (before != null) {
          throw new IllegalStateException(
              "opencl.txt: " + before + " and " + name.text() + " have one place");
        }
      }
    }
    return places;
  }

  /**
   * Returns a C header: stubs of functions that are refused; {@code dispatch_table}, pointers to
   * functions by their places in the ICD interface, NULL where one is of another operating system;
   * {@code NAMES}, the functions that work, by name.
   */
  static String functions(ApiTable table) {
    StringBuilder declared = new StringBuilder("/* SPDX-License-Identifier: Apache-2.0 */\n");
    StringBuilder places = new StringBuilder();
    StringBuilder names = new StringBuilder();
    for (Function function : table.functions()) {
      boolean isRefused = function.body() == Body.REFUSED;
      for (Name name : function.isOpenCl() ? function.names() : List.<Name>of()) {
        String text = (isRefused ? "no_" : "") + name.text();
        if (isRefused) {
          declared.append(refused(name, function.calls()));
        } else {
          declared.append(
              function.file().equals(DISPATCH) ? "" : "void %s(void);\n".formatted(text));
          names.append("    {\"%s\", (const void *)%s},\n".formatted(text, text));
        }
        if (name.place() >= 0) {
          places.append("    [%d] = (const void *)%s,\n".formatted(name.place(), text));
        }
      }
    }
    return declared
        + "const void *const dispatch_table[] = {\n%s};\n".formatted(places)
        + "static const struct function NAMES[] = {\n%s};\n".formatted(names);
  }

  private static String refused(Name name, String kind) {
    int parameters = Integer.parseInt(name.value("object", "0"));
    String why = "unsupported(\"" + name.text() + " is not supported: " + kind + "\")";
    if (parameters == 0) {
      return "static cl_int no_%s(void) { return %s; }\n".formatted(name.text(), why);
    }
    StringBuilder unused = new StringBuilder();
    for (int i = 1; i < parameters; i++) {
      unused.append("void *p").append(i).append(", ");
    }
    return "static void *no_%s(%s%s) { return fail(error_ret, %s); }\n"
        .formatted(name.text(), unused, ERROR, why);
  }
}
