// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the table of OpenCL's functions")
class OpenClTextTest {
  private static final Path HEADERS = Path.of("/usr/include/CL/cl_icd.h");
  private static final String OBJECTS =
      """
      [objects]
      cl_context CL_INVALID_CONTEXT: is(object, CONTEXT)
      image = cl_mem CL_INVALID_MEM_OBJECT: is(object, MEMORY) && object->type != 1
      [a.c cl_int CL_INVALID_VALUE]
      """;

  @TempDir private Path folder;

  private static String text(String table) {
    return ApiText.of(ApiTable.of(OBJECTS + table), "a.c");
  }

  @Test
  @DisplayName("becomes functions that check objects and store the errors of those that make one")
  void becomesFunctionsThatCheckObjects() {
    assertThat(
            text(
                """
                clOne+3 = clOneEXT+4 (in cl_context context, out int *to): one(to)
                cl_mem clTwo+5 (in image image,
                  cl_int *error_ret): two(image)
                clThree+6 = clThreeKHR+exported
                """))
        .isEqualTo(
            """
            cl_int clOne(cl_context context, int *to) {
              if (!(is(context, CONTEXT)))
                return CL_INVALID_CONTEXT;
              if (!(to))
                return CL_INVALID_VALUE;
              return one(to);
            }
            ALSO(clOne, clOneEXT);
            cl_mem clTwo(cl_mem image, cl_int *error_ret) {
              if (!(is(image, MEMORY) && image->type != 1))
                return fail(error_ret, CL_INVALID_MEM_OBJECT);
              return two(image);
            }
            EXPORT ALSO(clThree, clThreeKHR);
            """);
  }

  @Test
  @DisplayName("becomes functions that answer queries")
  void becomesFunctionsThatAnswerQueries() {
    assertThat(
            text(
                """
                clGet+1+exported (in cl_context context) answers:
                  CL_A 0x10 context->a; CL_B 0x11 uint 1;
                  CL_C 0x12 text "x, y"; CL_D 0x13 list context->d, 3;
                  CL_E 0x14 do return e(size, to);
                """))
        .isEqualTo(
            """
            EXPORT cl_int clGet(cl_context context, cl_uint name, size_t size, void *to, size_t *size_ret) {
              if (!(is(context, CONTEXT)))
                return CL_INVALID_CONTEXT;
              switch (name) {
              case 0x10: /* CL_A */
                ANSWER(context->a);
              case 0x11: /* CL_B */
                ANSWER((cl_uint)(1));
              case 0x12: /* CL_C */
                return answer_text("x, y", size, to, size_ret);
              case 0x13: /* CL_D */
                ANSWER_LIST(context->d, 3);
              case 0x14: /* CL_E */
                return e(size, to);
              default:
                return CL_INVALID_VALUE;
              }
            }
            """);
  }

  @Test
  @DisplayName("becomes the table of the ICD interface, with functions that are refused")
  void becomesTheTableOfTheIcdInterface() {
    ApiTable table =
        ApiTable.of(
            OBJECTS
                + """
                clOne+3 = clOther
                [refused: pipes]
                clTwo+0 clThree+7+object:3
                """);
    assertThat(OpenClText.functions(table))
        .isEqualTo(
            """
            /* SPDX-License-Identifier: Apache-2.0 */
            void clOne(void);
            void clOther(void);
            static cl_int no_clTwo(void) { return unsupported("clTwo is not supported: pipes"); }
            static void *no_clThree(void *p1, void *p2, cl_int *error_ret) { return fail(error_ret, unsupported("clThree is not supported: pipes")); }
            const void *const dispatch_table[] = {
                [3] = (const void *)clOne,
                [0] = (const void *)no_clTwo,
                [7] = (const void *)no_clThree,
            };
            static const struct function NAMES[] = {
                {"clOne", (const void *)clOne},
                {"clOther", (const void *)clOther},
            };
            """);
  }

  @Test
  @DisplayName("that cannot be read is refused")
  void thatCannotBeReadIsRefused() {
    assertThatThrownBy(() -> text("clOne+3 (in cl_queue queue): 0\n"))
        .hasMessageContaining("in cl_queue queue");
    assertThatThrownBy(() -> ApiTable.of("[objects]\ncl_context\n"))
        .hasMessageContaining("no kind of objects: cl_context");
    ApiTable twice = ApiTable.of(OBJECTS + "clOne+3\nclTwo+3\n");
    assertThatThrownBy(() -> OpenClText.places(twice))
        .hasMessageContaining("clOne and clTwo have one place");
  }

  @Test
  @DisplayName("has the places and the numbers of the public headers")
  void hasThePlacesAndTheNumbersOfThePublicHeaders() throws Exception {
    assumeTrue(Files.exists(HEADERS), "no OpenCL headers (package opencl-headers)");
    assumeTrue(hasCompiler(), "no C compiler");
    StringBuilder text =
        new StringBuilder(
            """
            #define CL_TARGET_OPENCL_VERSION 300
            #include <CL/cl.h>
            #include <CL/cl_ext.h>
            #include <CL/cl_icd.h>
            #include <stddef.h>
            """);
    Map<Integer, String> places = OpenClText.places(DriverSources.api());
    places.forEach(
        (place, name) ->
            text.append(
                "_Static_assert(offsetof(cl_icd_dispatch, %s) == %d * sizeof(void *), \"%s\");\n"
                    .formatted(name, place, name)));
    assertThat(places).hasSizeGreaterThan(125);
    int numbers = 0;
    String sources = String.join("\n", DriverSources.of("OPENCL").texts().values());
    for (MatchResult each :
        Pattern.compile("case (0x\\w+): /\\* (CL_\\w+)").matcher(sources).results().toList()) {
      text.append("_Static_assert(%s == %s, \"\");\n".formatted(each.group(1), each.group(2)));
      numbers++;
    }
    assertThat(numbers).isGreaterThan(180);
    Path source = Files.writeString(folder.resolve("places.c"), text);
    Process cc =
        new ProcessBuilder("cc", "-w", "-fsyntax-only", source.toString()).inheritIO().start();
    assertThat(cc.waitFor()).isZero();
  }

  private static boolean hasCompiler() {
    for (String path : System.getenv("PATH").split(":")) {
      if (Files.isExecutable(Path.of(path, DriverCompiler.NAME))) {
        return true;
      }
    }
    return false;
  }
}
