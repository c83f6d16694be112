// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.InputException;
import io.lockstep.io.expression.Mix;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.ProgramReader;
import io.lockstep.trace.record.WorkGroupSource.Status;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.element.LittleEndian;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the host does between launches: variables, decisions, arithmetic, and its transfers. */
class HostProgramTest {
  @TempDir Path dir;

  private final List<HostStep> steps = new ArrayList<>();
  private WorkloadExecution execution;

  private void run(String text) {
    steps.clear();
    execution =
        new WorkloadExecution(
            Workload.read("h.yaml", "name: h\n" + text, dir).bind(),
            List.of(new ToyFrontend()),
            ExecutionOptions.defaults());
    ProgramReader reader = new ProgramReader(execution);
    while (reader.next() == Status.RECORD) {
      steps.add(reader.step());
    }
  }

  /** Elements of a buffer at the end, by its number. */
  private List<String> elements(int buffer, ElementType type) {
    List<String> list = new ArrayList<>();
    byte[] one = new byte[type.bytes()];
    for (long at = 0; at < execution.memory().bytes(buffer); at += type.bytes()) {
      execution.memory().read(buffer, at, one, 0, type.bytes());
      list.add(type.show(LittleEndian.get(one, 0, type.bytes())));
    }
    return list;
  }

  @Test
  @DisplayName("initial contents of real and conditional expressions and of buffers before them")
  void initialContents() {
    run(
        """
        parameters: {n: 6, scale: 0.1}
        buffers:
          a: {type: f32, count: n, init: {expression: "i < n / 2 ? scale * i : uniform(i, 3)"}}
          b: {type: i32, count: n, init: {expression: "select(i % 2 == 0, floor(a[n - 1 - i] * 100), -i)"}}
          h: {type: f16, count: 2, init: {expression: "1 / 3.0 + i"}}
          d: {type: f64, count: 2, init: {expression: "sqrt(i + 2)"}}
          p: {type: i32, count: n, init: {prefix_sum: {expression: "abs(i - 3)"}}}
          w: {type: i32, count: n, init: {expression: "i > 0 ? p[i] - p[i - 1] : 0"}}
          s: {type: u8, count: 2, init: {expression: "255 + i"}}
        steps: [synchronize]
        """);
    float[] a = new float[6];
    for (int i = 0; i < 6; i++) {
      a[i] = (float) (i < 3 ? 0.1 * i : (Mix.of(i, 3) >>> 8) * 0x1p-24);
    }
    for (int i = 0; i < 6; i++) {
      assertThat(elements(0, ElementType.F32).get(i))
          .isEqualTo(ElementType.F32.show(ElementType.F32.encode((double) a[i])));
      int b = i % 2 == 0 ? (int) Math.floor(a[5 - i] * 100.0) : -i;
      assertThat(elements(1, ElementType.I32).get(i)).isEqualTo(Integer.toString(b));
    }
    assertThat(elements(2, ElementType.F16)).containsExactly("0.33325", "1.333");
    assertThat(elements(3, ElementType.F64))
        .containsExactly("1.4142135623730951", "1.7320508075688772");
    assertThat(elements(5, ElementType.I32)).containsExactly("0", "3", "2", "1", "0", "1");
    assertThat(elements(6, ElementType.U8)).containsExactly("255", "0");
  }

  @Test
  @DisplayName(
      "what the host looks at is downloaded once, what it wrote is uploaded when it is used")
  void whatTheHostLooksAtIsDownloadedOnceWhatItWroteIsUploadedWhenItIsUsed() {
    run(
        """
        buffers:
          a: {type: i32, count: 8, init: {iota: {}}}
          b: {type: i32, count: 8}
        steps:
          - set: {first: "a[3] + sum(a)"}
          - {fill: {buffer: a, value: 5}}
          - set: {second: "a[1]", third: "a[1] + a[6]", fourth: "sum(a, 4)", fifth: "a[2]", sixth: "sum(a)"}
          - {compute: {buffer: b, expression: "first + 10 * sixth"}}
          - {compute: {buffer: b, expression: "b[i] + i", from: 6}}
          - {copy: {from: b, to: a}}
          - {download: a}
          - set: {seventh: "sum(a)"}
          - {compute: {buffer: a, expression: "seventh", count: 2}}
          - {upload: {buffer: a, bytes: 4}}
          - {copy: {from: a, to: b}}
          - {fill: {buffer: b, value: 1}}
        """);
    assertThat(steps)
        .containsExactly(
            new HostStep.Fill(0, 0, 32),
            new HostStep.Download(1, 0, 4, false), // a[1]; elements are looked at one by one
            new HostStep.Download(2, 0, 4, false),
            new HostStep.Download(3, 0, 4, false),
            new HostStep.Download(4, 0, 16, false), // the first four, which then are there
            new HostStep.Download(5, 0, 32, false),
            new HostStep.Upload(6, 1, 32, false), // both computations at once
            new HostStep.Copy(7, 1, 0, 32),
            new HostStep.Download(8, 0, 32, false), // as the file says; nothing is due for sum(a)
            new HostStep.Upload(9, 0, 4, false), // as the file says
            new HostStep.Upload(10, 0, 4, false), // the rest of what the host wrote
            new HostStep.Copy(11, 0, 1, 32),
            new HostStep.Fill(12, 1, 32));
    long b = 31 + 10 * 40;
    assertThat(elements(0, ElementType.I32))
        .containsExactly(
            Long.toString(8 * b + 13),
            Long.toString(8 * b + 13),
            "" + b,
            "" + b,
            "" + b,
            "" + b,
            Long.toString(b + 6),
            Long.toString(b + 7));
  }

  @Test
  @DisplayName("a launch takes from the host what kernels write, and gets what the host wrote")
  void transfersOfLaunches() throws IOException {
    Files.writeString(dir.resolve("k.toy"), "add");
    run(
        """
        kernels: k.toy
        buffers:
          a: {type: u32, count: 8, init: {iota: {}}}
          b: {type: u32, count: 8}
        steps:
          - {compute: {buffer: a, expression: "a[i] * 10"}}
          - {launch: add, grid: [1], block: [4], args: [{buffer: a, offset: 2}, {i32: "7"}]}
          - while: {var: round, condition: "a[2] < 29", at_most: 9}
            steps:
              - {launch: add, grid: [1], block: [1], args: [{buffer: a, offset: "1 + 1"}, {i32: 1}]}
          - set: {same: "a[2] + b[0]"}
        """);
    assertThat(elements(0, ElementType.U32))
        .containsExactly("0", "10", "29", "37", "47", "57", "60", "70");
    assertThat(steps)
        .extracting(s -> s.getClass().getSimpleName())
        .containsExactly(
            "Upload", "Launch", "Download", "Launch", "Download", "Launch", "Download", "Download");
    assertThat(steps.get(0)).isEqualTo(new HostStep.Upload(0, 0, 32, false));
    assertThat(steps.get(2)).isEqualTo(new HostStep.Download(2, 0, 4, false));
  }

  @Test
  @DisplayName("elements are computed in index order, so that each may be made of those before it")
  void indexOrder() {
    run(
        """
        buffers:
          a: {type: i32, count: 3000, init: {fill: 1}}
          b: {type: f32, count: 4, init: {values: [0.1, 0.2, 0.3, 0.4]}}
        steps:
          - {compute: {buffer: a, expression: "a[i] + a[i - 1]", from: 1, count: 2998}}
          - {compute: {buffer: b, expression: "b[3 - i]"}}
        """);
    List<String> a = elements(0, ElementType.I32);
    assertThat(a.get(2998)).isEqualTo("2999");
    assertThat(a.get(2999)).isEqualTo("1");
    String large = ElementType.F32.show(ElementType.F32.encode(0.4));
    String small = ElementType.F32.show(ElementType.F32.encode((double) 0.3f));
    assertThat(elements(1, ElementType.F32)).containsExactly(large, small, small, large);
  }

  @Test
  @DisplayName("rows are gathered by key in index order: sums, averages, counts")
  void rowsAreGatheredByKeyInIndexOrderSumsAveragesCounts() {
    run(
        """
        buffers:
          key: {type: u8, count: 5, init: {values: [2, 0, 2, 2, 0]}}
          v: {type: f32, count: 10, init: {values: [1e8, 1, 2, 3, 1, 5, -1e8, 7, 4, 9]}}
          sums: {type: f32, count: 6, init: {fill: 9}}
          means: {type: f32, count: 6, init: {fill: 9}}
          single: {type: f32, count: 6, init: {fill: 9}}
          sizes: {type: i64, count: 3, init: {fill: 9}}
          whole: {type: i16, count: 4, init: {fill: 9}}
        steps:
          - {group: {operation: sum, keys: key, values: v, into: sums, width: 2}}
          - {group: {operation: average, keys: key, values: v, into: means, width: 2}}
          - {group: {operation: sum, keys: key, values: v, into: single, width: 2, precision: single}}
          - {group: {operation: count, keys: key, into: sizes}}
          - {group: {operation: sum, keys: key, values: key, into: whole, count: 4}}
        """);
    assertThat(elements(2, ElementType.F32))
        .containsExactly("6.0", "12.0", "0.0", "0.0", "1.0", "13.0");
    assertThat(elements(3, ElementType.F32))
        .containsExactly("3.0", "6.0", "9.0", "9.0", "0.333333343", "4.33333349");
    assertThat(elements(4, ElementType.F32))
        .containsExactly("6.0", "12.0", "0.0", "0.0", "0.0", "13.0");
    assertThat(elements(5, ElementType.I64)).containsExactly("2", "0", "3");
    assertThat(elements(6, ElementType.I16)).containsExactly("0", "0", "6", "0");
  }

  @Test
  void transposeOfAnyShape() {
    run(
        """
        parameters: {r: 70, c: 131}
        buffers:
          a: {type: i16, count: "r * c", init: {iota: {}}}
          b: {type: i16, count: "r * c + 1", init: {fill: -1}}
        steps: [{transpose: {from: a, to: b, rows: r, columns: c}}]
        """);
    List<String> b = elements(1, ElementType.I16);
    for (int y = 0; y < 70; y++) {
      for (int x = 0; x < 131; x++) {
        assertThat(b.get(x * 70 + y)).isEqualTo(Integer.toString(y * 131 + x));
      }
    }
    assertThat(b.get(70 * 131)).isEqualTo("-1");
  }

  @Test
  @DisplayName("loops and choices follow conditions; variables keep their kind and their block")
  void loopsAndChoicesFollowConditionsVariablesKeepTheirKindAndTheirBlock() {
    run(
        """
        parameters: {limit: 2.5}
        buffers:
          log: {type: f64, count: 8}
          out: {type: f64, count: 8}
        steps:
          - set: {at: 0, x: 8.0}
          - while: {var: round, condition: "x > limit && round < 4", at_most: 5}
            steps:
              - set: {half: "x / 2", x: half}
              - {compute: {buffer: log, expression: "x", from: at, count: 1}}
              - set: {at: "at + 1"}
          - while: {condition: "x > 100", at_most: 1}
            steps: [synchronize]
          - repeat_until: {condition: "y >= 3", at_most: 5}
            steps:
              - set: {y: at, at: "at + 1"}
          - if: "at > 100"
            steps: [synchronize]
          - if: "log[0] == 4"
            steps: [{compute: {buffer: log, expression: "100 + at", from: 6, count: 1}}]
            else: [synchronize]
          - for: {var: k, from: 7, to: 7}
            steps:
              - set: {y: 1.5}
              - {compute: {buffer: log, expression: "y", from: k}}
          - {copy: {from: log, to: out}}
          - {fill: {buffer: log, value: "x * 2"}}
        """);
    assertThat(steps)
        .containsExactly(
            new HostStep.Upload(0, 0, 64, false),
            new HostStep.Copy(1, 0, 1, 64),
            new HostStep.Fill(2, 0, 64));
    assertThat(elements(1, ElementType.F64))
        .containsExactly("4.0", "2.0", "0.0", "0.0", "0.0", "0.0", "104.0", "1.5");
    assertThat(elements(0, ElementType.F64)).containsOnly("4.0");
  }

  @Test
  void hugeBuffersAreReadThroughAWindow() {
    run(
        """
        buffers:
          a: {type: i64, count: 100000000000, init: {expression: "i * 2 - a0[i % 4]"}}
        steps:
          - set: {x: "a[99999999999]", y: "sum(a, 1000000)"}
          - {compute: {buffer: a, expression: "x - y", from: 50000000000, count: 2}}
        """
            .replace("buffers:\n", "buffers:\n  a0: {type: i32, count: 4}\n"));
    assertThat(execution.memory().residentBytes()).isLessThan(64 << 20);
    byte[] one = new byte[8];
    execution.memory().read(1, 8L * 50000000001L, one, 0, 8);
    assertThat(LittleEndian.get(one, 0, 8)).isEqualTo(199999999998L - 999999000000L);
  }

  private static final String GOOD =
      """
      kernels: k.toy
      parameters: {n: 64, density: 0.5}
      buffers:
        a: {type: f32, count: n, init: {expression: "0.5 * i"}}
        b: {type: i32, count: 4, init: {expression: "i"}}
        c: {type: f32, count: n}
        d: {type: u32, count: 4}
      steps:
        - set: {m: "b[1]", r: 0.5}
        - for: {var: j, from: n, down_to: 1, divide: 2}
          steps:
            - {launch: add, grid: [m], block: [1], args: [{buffer: d, offset: m}, {i32: 0}]}
        - while: {var: w, condition: "r < density", at_most: 3}
          steps: [{set: {r: "r + 1"}}]
        - repeat_until: {condition: "any(b)", at_most: 3}
          steps: [synchronize]
        - if: "m > n"
          steps: [synchronize]
        - {compute: {buffer: c, expression: "a[i] * r", from: 1, count: 2}}
        - {group: {operation: average, keys: b, values: a, into: c, width: 2}}
        - {transpose: {from: a, to: c, rows: 8, columns: 8}}
      """;

  @Test
  void theGoodOneIsGood() throws IOException {
    Files.writeString(dir.resolve("k.toy"), "add");
    run(GOOD);
    assertThat(steps).hasSize(8);
  }

  @DisplayName("one thing replaced in a good file")
  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "0.5 * i~i < 3~5:47: in 'i < 3': expected a number, found a comparison (c ? 1 : 0 makes one)",
        "0.5 * i~c[i]~5:47: in 'c[i]' at character 1: no buffer 'c' is declared earlier",
        "expression: \"i\"~expression: \"i * 0.5\"~6:47: in 'i * 0.5': expected a whole number for i32,"
            + " found a real one (floor, ceil, round, trunc make whole ones)",
        "expression: \"i\"~expression: \"a[i + n]\"~6:47: in 'a[i + n]': expected a whole number for"
            + " i32, found a real one (floor, ceil, round, trunc make whole ones)",
        "expression: \"i\"~expression: \"floor(a[i + n])\"~6:47: in 'floor(a[i + n])' at character 7: a[64]: 'a' has"
            + " 64 elements",
        "m: \"b[1]\"~m: \"b[1\"~10:14: in 'b[1' at character 4: expected ']', found the end",
        "m: \"b[1]\"~m: \"b[4]\"~10:14: in 'b[4]' at character 1: b[4]: 'b' has 4 elements",
        "m: \"b[1]\"~m: \"b[1] > 0\"~10:14: in 'b[1] > 0': expected a number, found a comparison (c ?"
            + " 1 : 0 makes one)",
        "m: \"b[1]\"~b: 1~10:11: the name 'b' is taken by a buffer",
        "m: \"b[1]\"~n: 1~10:11: the name 'n' is taken by a parameter or an outer loop",
        "m: \"b[1]\"~1x: 1~10:11: expected a variable's name of letters, digits and _, found '1x'",
        "{m: \"b[1]\", r: 0.5}~{}~10:10: expected at least one variable",
        "m: \"b[1]\"~m: true~10:14: expected a number or an expression, found boolean true",
        "r: \"r + 1\"~m: \"r + 1\"~15:23: 'm' is a whole variable since it was first set, found a real number"
            + " (floor, ceil, round, trunc make whole ones)",
        "down_to: 1,~down: 1,~11:28: unknown key 'down'; valid: above, below, divide,"
            + " down_to, from, step, times, to, var",
        "down_to: 1,~~11:10: the key 'below' is missing (or to, above, down_to)",
        "down_to: 1,~down_to: 1, below: 3,~11:40: a loop has one end, found 'down_to' and 'below'",
        "down_to: 1,~below: 1,~11:38: 'divide' goes with above and down_to, found 'below'",
        "divide: 2~times: 2~11:40: 'times' goes with below and to, found 'down_to'",
        "divide: 2~divide: 2, step: 1~11:51: a loop has either 'step' or 'divide'",
        "divide: 2~divide: 1~11:48: divide must be from 2 to 9223372036854775807, found 1; nearest legal: 2",
        "divide: 2~step: 0~11:46: step must be from 1 to 9223372036854775807, found 0; nearest legal: 1",
        "down_to: 1~down_to: 0~11:37: divided, the variable must end at 1 or more, found 0",
        "from: n,~from: density,~11:25: in 'density' at character 1: 'density' is a real parameter,"
            + " expected a whole one",
        "from: n,~from: r,~11:25: in 'r' at character 1: 'r' is a real variable, expected a whole one",
        "from: n,~from: \"n * 0.5\",~11:25: in 'n * 0.5': expected a whole number, found a real number"
            + " (floor, ceil, round, trunc make whole ones)",
        "grid: [m]~grid: [\"b[1]\"]~13:30: in 'b[1]' at character 1: buffers' elements cannot stand"
            + " here; a step {set: {x: 'b[0]'}} takes an element into a variable",
        "grid: [m]~grid: [\"m - 1\"]~13:30: grid must be from 1 to 2147483647, found 0 = m - 1; nearest legal: 1",
        "offset: m~offset: \"m + 4\"~13:73: offset must be from 0 to 4, found 5 = m + 4; nearest legal: 4",
        "offset: m~ofset: 1~13:65: unknown key 'ofset'; did you mean 'offset'?",
        "block: [1],~block: [1], options: [-DN=1],~13:56: options are for a compiler, but .toy is read"
            + " as it stands",
        "block: [1],~block: [1], options: [\"-DN={m}\"],~13:56: 'm' is known only when the steps run;"
            + " options of a launch take parameters and variables of for loops",
        "block: [1],~block: [1], options: [N=1],~13:56: expected an option of the compiler such as"
            + " -DN=16, found 'N=1'",
        "\"r < density\"~\"r\"~14:32: in 'r': expected a comparison, found a real number",
        "\"r < density\"~\"q < 1\"~14:32: in 'q < 1' at character 1: unknown name 'q'; did you mean 'm'?",
        "\"r < density\"~5~14:32: expected a comparison such as \"flag[0] != 0\", found integer 5",
        "\"r < density\"~\"r < 10\"~14:5: 'r < 10' still holds after 3 rounds, as many as at_most"
            + " allows",
        "\"any(b)\"~\"any(b) && b[0] > 3\"~16:5: 'any(b) && b[0] > 3' does not hold after 3 rounds, as"
            + " many as at_most allows",
        "\"any(b)\"~\"any(3)\"~16:31: in 'any(3)' at character 1: any takes a buffer: any(b) or any(b,"
            + " n)",
        "condition: \"any(b)\",~index: 0,~16:19: the key 'buffer' is missing",
        "if: \"m > n\"~if: \"w > n\"~18:9: in 'w > n' at character 1: unknown name 'w'; did you mean"
            + " 'm'?",
        "buffer: c, expression~buffer: cc, expression~20:24: no buffer 'cc'; did you mean 'c'?",
        "count: 2}}~count: 64}}~20:67: count must be from 0 to 63, found 64; nearest legal: 63",
        "a[i] * r~sum(a)~20:39: in 'sum(a)' at character 1: 'sum' of a buffer stands in set and in"
            + " conditions; a step {set: {x: 'sum(b)'}} takes it into a variable",
        "a[i] * r~a[i + n]~20:39: in 'a[i + n]' at character 1: a[65]: 'a' has 64 elements",
        "operation: average~operation: mean~21:25: unknown value 'mean'; valid: average, count, sum",
        "keys: b~keys: a~21:40: keys are whole numbers, 'a' holds f32",
        "into: c~into: b~21:60: the result is real, 'b' holds i32",
        "into: c~into: a~21:60: the result needs a buffer of its own",
        "operation: average~operation: count~21:41: 'count' counts rows by key: it takes no 'values'",
        "width: 2~width: 20~21:5: 'a' has 64 elements, rows of 20 for 4 keys need 80",
        "width: 2~width: 2, precision: half~21:84: unknown value 'half'; valid: double, single",
        "expression: \"i\"~expression: \"i * i * i * 2\"~21:5: 'b[3]' is 54, but 'c' has 32 rows of 2",
        "rows: 8~rows: 9~22:52: columns must be from 1 to 7, found 8; nearest legal: 7",
        "to: c, rows~to: b, rows~22:31: 'a' holds f32, 'b' i32",
        "to: c, rows~to: a, rows~22:31: the result needs a buffer of its own",
        "if: \"m > n\"~when: \"m > n\"~18:5: unknown step 'when'; valid: compute, copy, download, fill, for,"
            + " group, if, launch, record, repeat_until, set, swap, synchronize, transpose, upload,"
            + " wait, while",
      })
  void oneThingReplacedInAGoodFile(String found, String replacement, String message)
      throws IOException {
    Files.writeString(dir.resolve("k.toy"), "add");
    assertThat(GOOD).contains(found);
    String text = GOOD.replace(found, replacement == null ? "" : replacement);
    assertThatThrownBy(() -> run(text))
        .isInstanceOf(InputException.class)
        .hasMessage("h.yaml:" + message);
  }

  @Test
  void stepsOfTheHostAreBounded() {
    assertThatThrownBy(
            () ->
                run(
                    "buffers: {a: {type: u8, count: 3000000000}}\n"
                        + "steps: [{compute: {buffer: a, expression: i}}]\n"))
        .hasMessage(
            "h.yaml:3:9: a step of the host takes at most 268435456 elements, found 3000000000");
    assertThatThrownBy(
            () ->
                run(
                    "buffers: {a: {type: u8, count: 8}}\nsteps:\n"
                        + "- for: {var: i, from: 0, below: 2}\n"
                        + "  steps: [{compute: {buffer: a, expression: i}}]\n"))
        .hasMessage(
            "h.yaml:5:45: 'i' numbers elements here, but it is a variable as well: give that another"
                + " name");
  }
}
