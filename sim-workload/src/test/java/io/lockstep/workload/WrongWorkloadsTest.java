// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong files, and what a person reads about them. */
class WrongWorkloadsTest {
  private static final String GOOD =
      """
      name: w
      kernels: [k.ptx, {file: s.il}]
      parameters: {n: 64, density: 0.5}
      buffers:
        a: {type: f32, count: n, init: {uniform: {seed: 1}}}
        b: {type: i32, count: "n * n"}
        c: {type: f32, count: 4}
      steps:
        - {launch: k, grid: [4], block: [16, 16], args: [a, {i32: n}]}
        - {launch: s, grid: [4], bind: {g: a, cb0: c}}
        - for: {var: j, from: 0, below: n}
          steps:
            - {fill: {buffer: b, value: j}}
        - repeat_until: {var: level, buffer: b, index: 0, equals: 0, at_most: 9}
          steps:
            - {upload: {buffer: a, bytes: 4, pinned: true, value: density}}
        - {copy: {from: a, to: c}}
        - {swap: [a, c]}
        - synchronize
      expect:
        c: {file: "c_{n}.bin", relative: 1e-5}
      """;

  private static Workload read(String text) {
    return Workload.read("w.yaml", text, Path.of("."));
  }

  private static void refuses(String text, String message) {
    assertThatThrownBy(() -> read(text).bind())
        .isInstanceOf(InputException.class)
        .hasMessage(message);
  }

  @Test
  void theGoodOneIsGood() {
    Workload workload = read(GOOD);
    assertThat(workload.steps()).hasSize(7);
    assertThat(workload.bind(Map.of("n", "8")).buffers().get(1).count()).isEqualTo(64);
    assertThat(workload.bind(Map.of("density", "1")).parameters())
        .isEqualTo(Map.of("n", "64", "density", "1.0"));
  }

  @DisplayName("one thing replaced in a good file")
  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "name: w|nam: w|1:1: unknown key 'nam'; did you mean 'name'?",
        "name: w|name: 12|1:7: expected text, found integer 12",
        "name: w|name: ' '|1:7: the name is empty",
        "name: w|source: x|1:1: the key 'name' is missing",
        "name: w|name: w, timing: area|1:16: not YAML: mapping values are not allowed here",
        "[k.ptx, {file: s.il}]|[]|2:10: expected at least one file of kernels",
        "file: s.il|fil: s.il|2:19: unknown key 'fil'; did you mean 'file'?",
        "k.ptx|'k_{m}.ptx'|2:11: unknown name 'm'; did you mean 'n'?",
        "k.ptx|'k_{density}.ptx'|2:11: 'density' is a real parameter, expected a whole one",
        "k.ptx|'k_{n.ptx'|2:11: in 'k_{n.ptx': a brace without its partner",
        "s.il|s.il, contraction: never|2:44: unknown value 'never'; valid: permitted, required",
        "s.il|s.il, attributes: {s: {races: deny}}|2:55: unknown value 'deny'; valid: allow",
        "s.il|s.il, attributes: {s: {restrict: [1, 1]}}|2:62: parameter 1 is listed twice",
        "s.il|s.il, attributes: {s: {restrict: [-1]}}|2:59: expected an integer from 0 to 4095,"
            + " found -1",
        "s.il|s.il, attributes: {s: {max_registers: 0}}|2:63: expected an integer from 1 to 1024,"
            + " found 0",
        "s.il|s.il, attributes: {s: {demote_doubles: 1}}|2:64: expected true or false, found integer"
            + " 1",
        "s.il|s.il, attributes: {s: {group: [1, 2, 3, 4]}}|2:55: expected one to three sizes,"
            + " found 4",
        "n: 64|n: abc|3:17: expected a number, found text 'abc'",
        "n: 64|i: 64|3:14: the name 'i' is taken: it numbers elements in generators",
        "n: 64|n-1: 64|3:14: expected a parameter's name of letters, digits and _, found 'n-1'",
        "type: f32, count: n,|type: float, count: n,|5:13: unknown type 'float'; valid: f16, f32,"
            + " f64, i16, i32, i64, i8, u16, u32, u64, u8",
        "count: n,|count: 1.7,|5:25: expected an integer or an expression, found real number 1.7",
        "count: n,|count: 0,|5:25: count must be from 1 to 274877906943, found 0; nearest legal: 1",
        "count: n,|count: 'n - 64',|5:25: count must be from 1 to 274877906943, found 0 = n - 64; nearest legal: 1",
        "count: n,|count: m,|5:25: in 'm' at character 1: unknown name 'm'; did you mean 'n'?",
        "count: n,|count: density,|5:25: in 'density' at character 1: 'density' is a real parameter,"
            + " expected a whole one",
        "count: n,|count: 'n +',|5:25: in 'n +' at character 4: expected a number, a name or '(',"
            + " found the end",
        "count: n,|count: 'n n',|5:25: in 'n n' at character 3: expected an operator, found 'n'",
        "count: n,|count: '(n',|5:25: in '(n' at character 3: expected ')', found the end",
        "count: n,|count: 'lg(n)',|5:25: in 'lg(n)' at character 1: unknown function 'lg'; did you"
            + " mean 'log'?",
        "count: n,|count: 'min(n)',|5:25: in 'min(n)' at character 1: min takes 2 or more"
            + " arguments, found 1",
        "count: n,|count: 'log2(n + 1)',|5:25: in 'log2(n + 1)' at character 1: log2 of 65, which"
            + " is not a power of two",
        "count: n,|count: 'n / 0',|5:25: in 'n / 0' at character 1: division by zero",
        "count: n,|count: '(0 - n) / 2',|5:25: count must be from 1 to 274877906943, found -32 ="
            + " (0 - n) / 2; nearest legal: 1",
        "count: n,|count: 'n << 64',|5:25: in 'n << 64' at character 1: shift by 64, expected 0 to"
            + " 63",
        "count: n,|count: '9223372036854775807 + n',|5:25: in '9223372036854775807 + n' at character"
            + " 1: 9223372036854775807 + 64 does not fit 64 bits",
        "count: n,|count: {last: zz},|5:32: no buffer 'zz' is declared earlier",
        "count: 4}|count: {last: a}}|7:32: 'a' holds f32, expected integers",
        "uniform: {seed: 1}|uniform: {sead: 1}|5:45: unknown key 'sead'; did you mean 'seed'?",
        "uniform: {seed: 1}|unifrm: {seed: 1}|5:35: unknown generator 'unifrm'; did you mean"
            + " 'uniform'?",
        "{uniform: {seed: 1}}|zeros|5:34: unknown generator 'zeros'; did you mean 'zero'?",
        "{uniform: {seed: 1}}|{values: [1, 2]}|5:43: expected 64 values, as many as count says,"
            + " found 2",
        "{uniform: {seed: 1}}|{integers: {seed: 1, low: 3, high: 3}}|5:45: low must be below high,"
            + " found 3 and 3",
        "{uniform: {seed: 1}}|{iota: {modulo: 0}}|5:50: modulo must be from 1 to"
            + " 9223372036854775807, found 0; nearest legal: 1",
        "b: {type: i32,|b: {init: {uniform: {seed: 1}}, type: i32,|6:14: uniform makes real"
            + " numbers; for i32 use integers or hash",
        "{uniform: {seed: 1}}|{expression: 'i % (n - 63 - i / 63)'}|5:47: in 'i % (n - 63 - i / 63)' at"
            + " character 1: division by zero",
        "count: n, init: {uniform: {seed: 1}}|count: 5000000000, init: {prefix_sum: zero}|5:44:"
            + " prefix_sum makes at most 4294967296 elements",
        "b: {type: i32,|b: {init: {fill: 1.5}, type: i32,|6:20: expected an integer for i32, found"
            + " real number 1.5",
        "b: {type: i32,|b: {init: {fill: 3000000000}, type: i32,|6:20: 3000000000 does not fit i32"
            + " (-2147483648 to 2147483647)",
        "launch: k,|lunch: k,|9:6: unknown step 'lunch'; did you mean 'launch'?",
        "launch: k,|launch: k, grids: [1],|9:17: unknown key 'grids'; did you mean 'grid'?",
        "grid: [4], block|grid: 4, block|9:23: expected a list, found integer 4",
        "grid: [4], block|grid: [1, 2, 3, 4], block|9:23: expected one to three sizes, found 4",
        "args: [a,|args: [aa,|9:52: no buffer 'aa'; did you mean 'a'?",
        "args: [a,|args: [3,|9:52: expected a buffer's name or a typed value such as {i32: 64},"
            + " found integer 3",
        "{i32: n}|{int: n}|9:56: unknown argument type 'int'; did you mean 'i16'?",
        "{i32: n}|{i32: density}|9:61: 'density' is a real parameter, expected a whole one for i32",
        "{i32: n}|{texture: {buffer: b, width: 8, height: 8, format: unorm}}|9:106: unorm and snorm"
            + " read integers of 8 and 16 bits, 'b' holds i32",
        "{i32: n}|{texture: {buffer: b, width: 8, height: 8, channels: 3}}|9:108: expected 1, 2 or"
            + " 4 channels, found 3",
        "{i32: n}|{texture: {buffer: b, width: 8, height: 8, filter: linear}}|9:106: linear"
            + " filtering needs floats, 'b' holds i32",
        "launch: s,|launch: t,|10:28: only kernels of .il files bind resources, and no file 't.il' is among"
            + " kernels",
        "cb0: c|cb99: c|10:41: unknown resource 'cb99'; valid: g, i0 to i127, cb0 to cb15, o0 to"
            + " o7, uav0 to uav1023",
        "cb0: c|o0: c|10:41: 'o0' is bound over a domain of pixels only",
        "cb0: c|i0: c|10:45: expected a texture for 'i0'",
        "grid: [4], bind|domain: [4], bind|10:25: expected [width, height], found 1 sizes",
        "from: 0|form: 0|11:19: unknown key 'form'; did you mean 'from'?",
        "var: j|var: n|11:16: the name 'n' is taken by a parameter or an outer loop",
        "value: j|value: k|13:35: in 'k' at character 1: unknown name 'k'; did you mean 'j'?",
        "at_most: 9|at_most: true|14:73: expected an integer or an expression, found boolean true",
        "pinned: true|pinned: yes|16:48: expected true or false, found text 'yes'",
        "from: a, to: c|from: a|17:12: the key 'to' is missing",
        "swap: [a, c]|swap: [a]|18:12: expected two buffers to swap, found 1",
        "swap: [a, c]|swap: [a, b]|18:12: 'a' holds f32, 'b' i32: only buffers of one type swap"
            + " names",
        "- synchronize|- synchronise|19:5: unknown step 'synchronise'; did you mean 'synchronize'?",
        "- synchronize|- {synchronize: 1}|19:5: the step is written '- synchronize', without a"
            + " colon",
        "c: {file|d: {file|21:3: no buffer 'd'; did you mean 'a'?",
        "relative: 1e-5|relativ: 1e-5|21:26: unknown key 'relativ'; did you mean 'relative'?",
        "relative: 1e-5|relative: -1|21:36: expected a tolerance of at least 0, found integer -1",
        "relative: 1e-5|fnv1a64: '0x1'|21:3: expected either 'file', 'fnv1a64' or 'expression' for 'c'",
        "relative: 1e-5|for: {m: 1}|21:32: no parameter 'm'; did you mean 'n'?",
        "relative: 1e-5|for: {n: 1.5}|21:35: expected an integer, as its default 64 is one, found"
            + " real number 1.5",
      })
  void wrongWorkloadsAreRefusedWithTheirPlaceAndTheReason(
      String found, String replacement, String message) {
    assertThat(GOOD).contains(found);
    int at = GOOD.indexOf(found);
    refuses(
        GOOD.substring(0, at) + replacement + GOOD.substring(at + found.length()),
        "w.yaml:" + message);
  }

  @Test
  void filesThatAreNoWorkloadAreRefusedWithTheirPlace() {
    refuses("", "w.yaml: is empty");
    refuses("[a]", "w.yaml:1:1: expected a map, found a list");
    refuses("name: w\nsteps: []\n", "w.yaml:2:8: expected at least one step");
    refuses("name: w\nname: x\n", "w.yaml:2:1: duplicate key 'name'; it stands at line 1 already");
    refuses(
        "name: w\nsteps: [{launch: k, grid: [1], block: [1], args: []}]\n",
        "w.yaml:2:18: a launch needs kernels, and the workload names no file of any");
    refuses(
        "name: w\nwarmup: -1\nsteps: [synchronize]\n",
        "w.yaml:2:9: warmup must be from 0 to 1000, found -1; nearest legal: 0");
    refuses(
        "name: w\ntiming: area\nsteps: [synchronize]\n",
        "w.yaml:2:9: unknown value 'area'; valid: kernels, region");
    refuses(
        "name: w\nsteps: [{fill: {buffer: a, value: 0}}]\n",
        "w.yaml:2:25: no buffer 'a' (the workload has none)");
    refuses("name: w\nsteps: [{}]\n", "w.yaml:2:9: expected a step, found an empty map");
    refuses(
        "name: w\nbuffers: {a: {type: u8, count: 4}}\nsteps: [synchronize]\n"
            + "expect: {a: {fnv1a64: 7}}\n",
        "w.yaml:4:23: expected text, found integer 7");
    refuses(
        "name: w\nbuffers: {a: {type: u8, count: 4}}\nsteps: [synchronize]\n"
            + "expect: {a: {fnv1a64: '0x7', sorted: true}}\n",
        "w.yaml:4:10: a hash is of exact bits: it goes with no tolerance and no 'sorted'");
    refuses(
        "name: w\nsteps: [synchronize]\noutput: [7]\n",
        "w.yaml:3:10: expected text, found integer 7");
  }

  @Test
  @DisplayName("--param: unknown names, wrong types")
  void unknownAndMistypedParametersAreRefused() {
    Workload workload = read(GOOD);
    assertThatThrownBy(() -> workload.bind(Map.of("m", "3")))
        .hasMessage("--param m: w.yaml has no parameter 'm'; did you mean 'n'?");
    assertThatThrownBy(() -> workload.bind(Map.of("n", "1.7")))
        .hasMessage(
            "--param n: expected an integer, as its default 64 is one, found real number 1.7");
    assertThatThrownBy(() -> workload.bind(Map.of("density", "high")))
        .hasMessage("--param density: expected a number, found text 'high'");
    assertThatThrownBy(() -> workload.bind(Map.of("n", "-3")))
        .hasMessage(
            "w.yaml:5:25: count must be from 1 to 274877906943, found -3 = n; nearest legal: 1");
    Workload none = read("name: w\nsteps: [synchronize]\n");
    assertThatThrownBy(() -> none.bind(Map.of("n", "3")))
        .hasMessage("--param n: w.yaml has no parameter 'n' (it declares none)");
  }
}
