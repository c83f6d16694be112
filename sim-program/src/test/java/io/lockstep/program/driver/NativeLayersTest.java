// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The C files of the client and of CUDA's interfaces form layers: none calls or includes a file
 * that calls or includes it, directly or by others. Of the macros that make calls, those that
 * define API functions are followed.
 */
class NativeLayersTest {
  private static final Path README = Path.of("README.md");
  private static final Pattern LAYERED =
      Pattern.compile("((client|cudart|cuda_)\\w*|nvrtc)\\.[ch]");

  private static final Pattern INCLUDE = Pattern.compile("(?m)^#include \"(\\w+\\.h)\"");
  private static final Pattern NO_CODE =
      Pattern.compile(
          "(?s)/\\*.*?\\*/|\"(\\\\.|[^\"\\\\\n])*\"|'(\\\\.|[^'\\\\\n])+'"
              + "|(?m-s:^#(.*\\\\\\R)*.*$)");
  private static final Pattern DEFINITION =
      Pattern.compile("(?m)^((?:\\w+[ *]+)+)(\\w+)\\([^;{}]*\\)\\s*\\{");
  private static final Pattern CALL = Pattern.compile("(?<![\\w.>])(\\w+)\\(");

  private static final Pattern ENTRY =
      Pattern.compile("(?m)^(?:ENTRY\\(|DRIVER_ENTRY\\(\\w+, )(\\w+), \\(");

  /** Returns the code of a text, with what the macros stand for that define API functions. */
  private static String code(String text) {
    String code = NO_CODE.matcher(text).replaceAll(" ");
    return ENTRY.matcher(code).replaceAll("API Error $1(");
  }

  private static Stream<MatchResult> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results();
  }

  private static Map<String, String> sources() {
    Map<String, String> sources =
        new TreeMap<>(DriverSources.of(NativeDriver.CUDA_13.name()).texts());
    sources.keySet().removeIf(name -> !LAYERED.matcher(name).matches());
    return sources;
  }

  /** Returns the files that each file includes, or whose functions it calls. */
  private static Map<String, Set<String>> uses(Map<String, String> sources) {
    Map<String, String> definedIn = new TreeMap<>();
    Map<String, Set<String>> own = new TreeMap<>();
    Map<String, String> code = new TreeMap<>();
    sources.forEach(
        (file, text) -> {
          code.put(file, code(text));
          Set<String> names = own.computeIfAbsent(file, f -> new TreeSet<>());
          matches(DEFINITION, code.get(file))
              .forEach(
                  definition -> {
                    names.add(definition.group(2));
                    if (!definition.group(1).contains("static")) {
                      definedIn.put(definition.group(2), file);
                    }
                  });
        });
    Map<String, Set<String>> uses = new TreeMap<>();
    sources.forEach(
        (file, text) -> {
          Set<String> used = uses.computeIfAbsent(file, f -> new TreeSet<>());
          matches(INCLUDE, text)
              .map(include -> include.group(1))
              .filter(sources::containsKey)
              .forEach(used::add);
          if (file.endsWith(".c")) { // a header declares
            matches(CALL, code.get(file))
                .map(call -> call.group(1))
                .filter(name -> definedIn.containsKey(name) && !own.get(file).contains(name))
                .map(definedIn::get)
                .forEach(used::add);
          }
        });
    return uses;
  }

  /** Returns the files that use each other, directly or by others. */
  private static Set<String> circles(Map<String, Set<String>> uses) {
    Set<String> circles = new TreeSet<>();
    for (String file : uses.keySet()) {
      Set<String> reached = new TreeSet<>();
      List<String> next = new ArrayList<>(uses.get(file));
      while (!next.isEmpty()) {
        String other = next.remove(next.size() - 1);
        if (reached.add(other)) {
          next.addAll(uses.get(other));
        }
      }
      if (reached.contains(file)) {
        circles.add(file);
      }
    }
    return circles;
  }

  /** Returns the row of each file in the table of layers, from the top. */
  private static Map<String, Integer> rows() throws IOException {
    String readme = Files.readString(README);
    String section = readme.substring(readme.indexOf("## Layers")).split("(?m)^## ", 3)[1];
    Map<String, Integer> rows = new LinkedHashMap<>();
    List<String> lines = section.lines().filter(line -> line.startsWith("| ")).toList();
    for (int row = 0; row < lines.size(); row++) {
      for (MatchResult name : matches(Pattern.compile("`(\\w+)`"), lines.get(row)).toList()) {
        assertThat(rows.put(name.group(1) + ".c", row)).as(name.group(1)).isNull();
      }
    }
    return rows;
  }

  @Test
  @DisplayName("no C file calls or includes a file that calls or includes it")
  void noCFileCallsOrIncludesAFileThatCallsOrIncludesIt() {
    Map<String, Set<String>> uses = uses(sources());

    assertThat(uses.get("cudart_graph_exec.c"))
        .contains("cudart_graph.h", "cudart_copy.c", "cudart_launch.c");
    assertThat(uses.get("client_memory.c")).contains("client_private.h", "client_message.c");
    assertThat(circles(uses)).isEmpty();
  }

  @Test
  @DisplayName("the table in README.md has every C file, and calls go to its row or lower ones")
  void theTableHasEveryCFileAndCallsGoToItsRowOrLowerOnes() throws IOException {
    Map<String, Set<String>> uses = uses(sources());
    Map<String, Integer> rows = rows();

    assertThat(rows.keySet())
        .containsExactlyInAnyOrderElementsOf(
            uses.keySet().stream().filter(file -> file.endsWith(".c")).toList());
    uses.forEach(
        (file, used) ->
            used.stream()
                .filter(rows::containsKey)
                .forEach(
                    other ->
                        assertThat(rows.get(other))
                            .as("%s calls %s", file, other)
                            .isGreaterThanOrEqualTo(rows.get(file))));
  }

  @Test
  @DisplayName(
      "circles of calls and of includes are found; comments and own functions are no calls")
  void circlesOfCallsAndOfIncludesAreFound() {
    Map<String, String> sources = new TreeMap<>();
    sources.put("a.c", "int a(int x) {\n  return b(x);\n}\n");
    sources.put("b.c", "static int d(void) {\n  return 1;\n}\nint b(int x) {\n  return d();\n}\n");
    sources.put("c.c", "/* a(1) */\nint c(void) {\n  return e->a(1) + b(1);\n}\n");
    sources.put("d.c", "int *d(void) {\n  return c();\n}\n");
    assertThat(circles(uses(sources))).isEmpty();

    sources.put("b.c", "int b(int x) {\n  return c();\n}\n");
    assertThat(circles(uses(sources))).containsExactly("b.c", "c.c");

    sources.put("b.c", "ENTRY(b, (int x), (x)) {\n  return 1;\n}\nAPI int e(void) {\n  c();\n}\n");
    sources.put("c.c", "DRIVER_ENTRY(ASK, c, (void), ()) {\n  return b(1);\n}\n");
    assertThat(circles(uses(sources))).containsExactly("b.c", "c.c");

    sources.put("b.c", "");
    sources.put("e.h", "#include \"f.h\"\n");
    sources.put("f.h", "#include \"e.h\"\n");
    assertThat(circles(uses(sources))).containsExactly("e.h", "f.h");
  }
}
