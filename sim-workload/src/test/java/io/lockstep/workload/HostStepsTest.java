// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.InputException;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramReader;
import io.lockstep.trace.record.WorkGroupSource.Status;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.element.LittleEndian;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Host programs without kernels: loops, transfers, names, expectations. */
@Tag("slow")
class HostStepsTest {
  /**
   * First steps of a run of which it is checked that they have no groups; one may have a million.
   */
  private static final int WITHOUT_GROUPS = 1000;

  @TempDir Path dir;

  private final List<HostStep> steps = new ArrayList<>();

  private WorkloadExecution start(String text, Map<String, String> parameters) {
    return new WorkloadExecution(
        Workload.read("h.yaml", "name: h\n" + text, dir).bind(parameters),
        List.of(),
        ExecutionOptions.defaults());
  }

  private Outcome run(String text, Map<String, String> parameters) {
    steps.clear();
    WorkloadExecution execution = start(text, parameters);
    assertThatThrownBy(execution::outcome).isInstanceOf(IllegalStateException.class);
    ProgramReader reader = new ProgramReader(execution);
    while (reader.next() == Status.RECORD) {
      steps.add(reader.step());
      if (steps.size() <= WITHOUT_GROUPS) {
        assertThatThrownBy(reader::groups).isInstanceOf(IllegalStateException.class);
      }
    }
    assertThat(execution.next()).isSameAs(ProgramItem.END);
    Outcome outcome = execution.outcome();
    execution.close();
    return outcome;
  }

  private Outcome run(String text) {
    return run(text, Map.of());
  }

  private void file(String name, ElementType type, double... values) throws IOException {
    ByteBuffer raw =
        ByteBuffer.allocate(values.length * type.bytes()).order(ByteOrder.LITTLE_ENDIAN);
    for (double v : values) {
      long bits = type.isFloat() ? type.encode(v) : type.encode((long) v);
      raw.put(LittleEndian.of(bits, type.bytes()));
    }
    Files.write(dir.resolve(name), raw.array());
  }

  @Test
  @DisplayName("every step is recorded once per execution, with final sizes; swaps cost no step")
  void everyStepIsRecordedOncePerExecution() {
    String text =
        """
        parameters: {n: 3}
        buffers:
          a: {type: u32, count: 8, init: {iota: {}}}
          b: {type: u32, count: 8}
        warmup: "n - 1"
        timing: kernels
        steps:
          - {upload: a}
          - {upload: {buffer: b, bytes: "4 * n", pinned: true, value: 9}}
          - {swap: [a, b]}
          - {copy: {from: a, to: b}}
          - for: {var: k, from: 1, below: n}
            steps:
              - for: {var: j, from: k, below: n}
                steps:
                  - {fill: {buffer: a, value: "10 * k + j"}}
          - for: {var: k, from: 5, below: 5}
            steps: [synchronize]
          - synchronize
          - {download: {buffer: a, bytes: 4}}
        expect:
          a: {file: a.bin}
          b: {file: b.bin}
        """;
    WorkloadExecution prepared;
    try {
      file("a.bin", ElementType.U32, 22, 22, 22, 22, 22, 22, 22, 22);
      file("b.bin", ElementType.U32, 9, 9, 9, 0, 0, 0, 0, 0);
      prepared = start(text, Map.of());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    Program program = prepared.program();
    assertThat(program.warmups()).isEqualTo(2);
    assertThat(program.timing()).isEqualTo(Program.Timing.KERNELS);
    assertThat(program.parameters()).isEqualTo(Map.of("n", "3"));
    assertThat(program.buffers()).extracting("name").containsExactly("a", "b");
    assertThat(program.buffers().get(0).bytes()).isEqualTo(32);
    Outcome outcome = run(text);
    assertThat(steps)
        .containsExactly(
            new HostStep.Upload(0, 0, 32, false),
            new HostStep.Upload(1, 1, 12, true),
            new HostStep.Copy(2, 1, 0, 32),
            new HostStep.Fill(3, 1, 32),
            new HostStep.Fill(4, 1, 32),
            new HostStep.Fill(5, 1, 32),
            new HostStep.Synchronize(6),
            new HostStep.Download(7, 1, 4, false));
    assertThat(outcome.message()).isEmpty();
    assertThat(outcome.verified()).isTrue();
    assertThat(outcome.workItemInstructions()).isZero();
  }

  @Test
  @DisplayName("a copy takes a part from anywhere to anywhere, also within one buffer")
  void copiesParts() throws IOException {
    file("b.bin", ElementType.U32, 0, 0, 2, 3, 4, 0, 0, 0);
    file("a.bin", ElementType.U32, 6, 7, 2, 3, 4, 5, 6, 7);
    Outcome outcome =
        run(
            """
            parameters: {n: 2}
            buffers:
              a: {type: u32, count: 8, init: {iota: {}}}
              b: {type: u32, count: 8}
            steps:
              - {copy: {from: a, from_offset: n, to: b, to_offset: "n", count: "n + 1"}}
              - {copy: {from: a, from_offset: 6, to: a}}
              - {copy: {from: a, to: b, count: 0}}
            expect:
              a: {file: a.bin}
              b: {file: b.bin}
            """);
    assertThat(outcome.message()).isEmpty();
    assertThat(steps)
        .containsExactly(
            new HostStep.Copy(0, 0, 1, 12),
            new HostStep.Copy(1, 0, 0, 8),
            new HostStep.Copy(2, 0, 1, 0));
  }

  @Test
  void copiesOfPartsThatDoNotFitAreErrors() {
    String buffers = "buffers: {a: {type: u8, count: 9}, b: {type: u32, count: 2}}\n";
    assertThatThrownBy(() -> run(buffers + "steps: [{copy: {from: a, to: b, count: 10}}]\n"))
        .hasMessage("h.yaml:3:40: count must be from 0 to 8, found 10; nearest legal: 8");
    assertThatThrownBy(() -> run(buffers + "steps: [{copy: {from: a, to: b, to_offset: 1}}]\n"))
        .hasMessage("h.yaml:3:9: 'a' has 9 bytes from there on, 'b' only 4");
    assertThatThrownBy(() -> run(buffers + "steps: [{copy: {from: a, to: b, from_offset: 10}}]\n"))
        .hasMessageContaining("from_offset must be from 0 to 9, found 10; nearest legal: 9");
    assertThatThrownBy(
            () -> run(buffers + "steps: [{copy: {from: a, to: a, to_offset: 2, count: 3}}]\n"))
        .hasMessage("h.yaml:3:9: the copy within 'a' lies over what it is copied from");
  }

  @Test
  @DisplayName("repeat_until is a do … while on a device value, with a level counting from 0")
  void repeatUntil() {
    String text =
        """
        buffers:
          flag: {type: i16, count: 3, init: {fill: 7}}
        steps:
          - repeat_until: {var: level, buffer: flag, index: 2, equals: 4, at_most: MOST}
            steps:
              - {fill: {buffer: flag, value: level}}
        """;
    assertThat(run(text.replace("MOST", "5")).verified()).isNull();
    assertThat(steps).hasSize(5);
    assertThatThrownBy(() -> run(text.replace("MOST", "4")))
        .isInstanceOf(InputException.class)
        .hasMessage("h.yaml:5:5: 'flag[2]' is 3 after 4 rounds, as many as at_most allows");
    assertThatThrownBy(() -> run(text.replace("MOST", "0")))
        .hasMessage(
            "h.yaml:5:76: at_most must be from 1 to 9223372036854775807, found 0; nearest legal: 1");
    assertThatThrownBy(() -> run(text.replace("MOST", "9").replace("index: 2", "index: 3")))
        .hasMessage("h.yaml:5:53: index must be from 0 to 2, found 3; nearest legal: 2");
    run(
        """
        buffers: {f: {type: f32, count: 1, init: {fill: 2.0}}}
        steps:
          - repeat_until: {buffer: f, index: 0, equals: 0, at_most: 3}
            steps: [{fill: {buffer: f, value: -0.0}}]
        """);
    assertThat(steps).hasSize(1);
  }

  @Test
  void wrongAtRunTime() {
    assertThatThrownBy(
            () ->
                run(
                    "buffers: {a: {type: u8, count: 9}, b: {type: u8, count: 8}}\n"
                        + "steps: [{copy: {from: a, to: b}}]\n"))
        .hasMessage("h.yaml:3:9: 'a' has 9 bytes, 'b' only 8");
    assertThatThrownBy(
            () ->
                run(
                    "buffers: {a: {type: u32, count: 9}}\n"
                        + "steps: [{upload: {buffer: a, bytes: 37}}]\n"))
        .hasMessage("h.yaml:3:37: bytes must be from 1 to 36, found 37; nearest legal: 36");
    assertThatThrownBy(
            () ->
                run(
                    "buffers: {a: {type: u32, count: 9}}\n"
                        + "steps: [{upload: {buffer: a, bytes: 6, value: 1}}]\n"))
        .hasMessage("h.yaml:3:47: 6 bytes are not a whole number of u32");
    assertThatThrownBy(
            () ->
                run("steps:\n- for: {var: j, from: 0, below: 100000000}\n  steps: [synchronize]\n"))
        .hasMessage("h.yaml:4:11: more than 1000000 steps");
    assertThatThrownBy(
            () ->
                run(
                    "buffers: {a: {type: u8, count: 2}}\nsteps: [synchronize]\nexpect: {a: {file: x}}"))
        .hasMessage("h.yaml:4:20: no file " + dir.resolve("x"));
    assertThatThrownBy(
            () ->
                run(
                    "buffers: {a: {type: u8, count: 2}}\nsteps: [synchronize]\n"
                        + "symbols: {tab: {type: u8, count: 2}}\n"))
        .hasMessage("h.yaml:4:11: no kernel has a module-scope variable 'tab'");
  }

  @Test
  @DisplayName("a miss tells the number of wrong elements and the first five")
  void aMissTellsTheNumberOfWrongElementsAndTheFirstFive() throws IOException {
    file("want.bin", ElementType.F32, 0, 1, 2, 3.5, 4, 5, 6.5, 7.5, 8.5, 9.5, 10.5, 11);
    String text =
        "buffers: {a: {type: f32, count: 12, init: {iota: {}}}}\nsteps: [synchronize]\nexpect: {a: ";
    Outcome outcome = run(text + "{file: want.bin}}\n");
    assertThat(outcome.verified()).isFalse();
    assertThat(outcome.message())
        .isEqualTo(
            "a: 6 of 12 elements wrong: [3] is 3.0, not 3.5, [6] is 6.0, not 6.5, [7] is 7.0, not"
                + " 7.5, [8] is 8.0, not 8.5, [9] is 9.0, not 9.5, …");
    assertThat(run(text + "{file: want.bin, count: 3}}\n").verified()).isTrue();
    assertThat(run(text + "{file: want.bin, absolute: 0.5}}\n").verified()).isTrue();
    assertThat(run(text + "{file: want.bin, relative: 0.1}}\n").message())
        .startsWith("a: 1 of 12 elements wrong: [3]");
    assertThat(run(text + "{file: want.bin, relative: 0.1, absolute: 0.2}}\n").verified()).isTrue();
    file("short.bin", ElementType.F32, 0, 1);
    assertThat(run(text + "{file: short.bin, count: 2}}\n").verified()).isTrue();
    assertThatThrownBy(() -> run(text + "{file: short.bin, count: 3}}\n"))
        .hasMessage(
            "h.yaml:4:20: " + dir.resolve("short.bin") + " has 8 bytes, expected 48 or 12 for 'a'");
    assertThatThrownBy(() -> start(text + "{file: short.bin}}\n", Map.of()))
        .hasMessage(
            "h.yaml:4:20: " + dir.resolve("short.bin") + " has 8 bytes, expected 48 for 'a'");
    assertThatThrownBy(
            () ->
                run(
                    "buffers: {a: {type: f32, count: 12}, b: {type: f32, count: 12}}\n"
                        + "steps: [{for: {var: k, from: 0, below: 1}, steps: [{swap: [a, b]}]}]\n"
                        + "expect: {a: {file: short.bin}}\n"))
        .hasMessageContaining("has 8 bytes, expected 48 for 'a'");
    assertThatThrownBy(() -> run(text + "{file: want.bin, count: 13}}\n"))
        .hasMessage("h.yaml:4:37: count must be from 1 to 12, found 13; nearest legal: 12");
  }

  @Test
  @DisplayName("NaNs are equal where a tolerance is given; an infinity is only equal to itself")
  void specialValues() throws IOException {
    double nan = Double.NaN;
    double inf = Double.POSITIVE_INFINITY;
    file("want.bin", ElementType.F32, nan, inf, -inf, 0.0);
    String values =
        "buffers: {a: {type: f32, count: 4, init: {values: [%s]}}}\nsteps: [synchronize]\n"
            + "expect: {a: {file: want.bin%s}}\n";
    String tolerance = ", relative: 0.5, absolute: 1";
    assertThat(run(values.formatted(".nan, .inf, -.inf, 0.0", "")).verified()).isTrue();
    assertThat(run(values.formatted(".nan, .inf, -.inf, -0.0", "")).message())
        .isEqualTo("a: 1 of 4 elements wrong: [3] is -0.0, not 0.0");
    assertThat(run(values.formatted(".nan, .inf, -.inf, 1.0", tolerance)).verified()).isTrue();
    assertThat(run(values.formatted("1, 1e30, .inf, .nan", tolerance)).message())
        .startsWith(
            "a: 4 of 4 elements wrong: [0] is 1.0, not NaN, [1] is 1.00000002E+30, not Inf");
  }

  @Test
  void resultsAreComparedByHashAndAsMultisets() throws IOException {
    String text =
        "buffers: {a: {type: %s, count: 6, init: {values: [%s]}}}\nsteps: [synchronize]\nexpect: {a: %s}";
    // FNV-1a of "foobar", from the test vectors of draft-eastlake-fnv.
    String foobar = "102, 111, 111, 98, 97, 114";
    assertThat(run(text.formatted("u8", foobar, "{fnv1a64: '0x85944171f73967e8'}")).verified())
        .isTrue();
    assertThat(run(text.formatted("u8", foobar, "{fnv1a64: '0x1'}")).message())
        .isEqualTo("a: fnv1a64 is 0x85944171f73967e8, expected 0x0000000000000001");
    for (ElementType type : ElementType.values()) {
      file("want.bin", type, 1, 2, 3, 3, 5, 100);
      String name = type.text();
      String sorted = "{file: want.bin, sorted: true}";
      assertThat(run(text.formatted(name, "3, 100, 5, 1, 3, 2", sorted)).message()).isEmpty();
      assertThat(run(text.formatted(name, "3, 100, 5, 1, 2, 2", sorted)).verified()).isFalse();
      assertThat(run(text.formatted(name, "3, 100, 5, 1, 3, 2", "{file: want.bin}")).verified())
          .isFalse();
    }
    file("want.bin", ElementType.F64, -5, -1, 0, 1, 2, 3);
    String tolerant = "{file: want.bin, sorted: true, absolute: 0.25}";
    assertThat(run(text.formatted("f64", "1.2, -1, 2, -5.2, 0.1, 3", tolerant)).message())
        .isEmpty();
    file("want.bin", ElementType.I64, -5, -1, 0, 1, 2, 3);
    assertThat(
            run(text.formatted("i64", "3, 2, 1, 0, -1, -5", "{file: want.bin, sorted: true}"))
                .message())
        .isEmpty();
  }

  @Test
  @DisplayName("verified is null for other parameters than the expectation's")
  void otherParameters() {
    String text =
        """
        parameters: {n: 2, scale: 0.5}
        buffers: {a: {type: u8, count: n}, b: {type: u8, count: 1}}
        steps: [synchronize]
        expect: {EXPECT}
        """;
    String a = "a: {fnv1a64: '0x08328807b4eb6fed'}"; // of two zero bytes
    assertThat(run(text.replace("EXPECT", a)).message()).isEmpty();
    assertThat(run(text.replace("EXPECT", a)).verified()).isTrue();
    assertThat(run(text.replace("EXPECT", a), Map.of("n", "3")).verified()).isNull();
    assertThat(run(text.replace("EXPECT", a), Map.of("scale", "0.25")).verified()).isNull();
    assertThat(run(text.replace("EXPECT", a), Map.of("scale", "5e-1")).verified()).isTrue();
    String forTwo = a + ", for: {n: 2}";
    assertThat(run(text.replace("EXPECT", forTwo), Map.of("scale", "0.25")).verified()).isTrue();
    assertThat(run(text.replace("EXPECT", forTwo), Map.of("n", "1")).verified()).isNull();
    String forThree = "a: {fnv1a64: '0x1', for: {n: 3}}, b: {fnv1a64: '0xaf63bd4c8601b7df'}";
    assertThat(run(text.replace("EXPECT", forThree)).verified()).isTrue();
    assertThat(run(text.replace("EXPECT", forThree), Map.of("n", "3")).verified()).isFalse();
    assertThat(run(text.replace("expect: {EXPECT}", "output: [hello]")).message())
        .isEqualTo("output: printed [], expected [hello]");
    assertThat(run(text.replace("expect: {EXPECT}", "output: []")).verified()).isTrue();
    assertThat(run(text.replace("expect: {EXPECT}", "output: [x]"), Map.of("n", "1")).verified())
        .isNull();
  }

  @Test
  void aKernelFileThatNoFrontEndReadsIsAnErrorWithItsPlace() throws IOException {
    Files.writeString(dir.resolve("k.il"), "il_cs_2_0");
    String text =
        "kernels: [k.il]\nbuffers: {a: {type: u8, count: 4}}\n"
            + "steps: [{launch: k, grid: [1], bind: {g: a}}]\n";
    assertThatThrownBy(() -> run(text))
        .isInstanceOf(InputException.class)
        .hasMessage("h.yaml:2:11: no front-end reads .il ('k.il'); known: none");
  }
}
