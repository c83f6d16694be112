// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.InputException;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramReader;
import io.lockstep.trace.record.WorkGroupSource.Status;
import io.lockstep.workload.element.LittleEndian;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workloads that launch kernels, read by a toy front-end. */
class LaunchTest {
  @TempDir Path dir;

  @BeforeEach
  void kernels() throws IOException {
    Files.writeString(dir.resolve("k.toy"), "add local hidden table count struct");
    Files.writeString(dir.resolve("again.toy"), "add");
  }

  private WorkloadExecution start(String text) {
    return new WorkloadExecution(
        Workload.read("l.yaml", text, dir).bind(),
        List.of(new ToyFrontend()),
        ExecutionOptions.defaults());
  }

  private static int[] buffer(WorkloadExecution execution, int number) {
    int[] values = new int[(int) execution.memory().bytes(number) / 4];
    byte[] raw = new byte[4 * values.length];
    execution.memory().read(number, 0, raw, 0, raw.length);
    for (int i = 0; i < values.length; i++) {
      values[i] = (int) LittleEndian.get(raw, 4 * i, 4);
    }
    return values;
  }

  private static Outcome finish(WorkloadExecution execution) {
    while (execution.next() != ProgramItem.END) {
      // It is executed.
    }
    return execution.outcome();
  }

  private static final String BASE =
      """
      name: l
      kernels: k.toy
      parameters: {n: 8}
      buffers:
        a: {type: u32, count: 16, init: {iota: {}}}
        b: {type: u32, count: 16}
        f: {type: f32, count: 16}
      steps:
        - {launch: add, grid: [2], block: [8], args: [a, {i32: n}]}
      """;

  @Test
  @DisplayName(
      "groups are executed as they are pulled; a reader skips the rest before the next step")
  void groupsAreExecutedAsTheyArePulled() {
    WorkloadExecution execution = start(BASE + "  - synchronize\n");
    assertThat(execution.program().kernels()).extracting("name").containsExactly("add");
    ProgramReader reader = new ProgramReader(execution);
    assertThat(reader.next()).isEqualTo(Status.RECORD);
    assertThat(buffer(execution, 0)).startsWith(0, 1, 2);
    assertThat(reader.groups().next()).isEqualTo(Status.RECORD);
    assertThat(reader.groups().record().group()).isZero();
    assertThat(buffer(execution, 0))
        .containsExactly(8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
    HostStep.Launch launch = reader.launch();
    assertThat(launch.geometry()).isEqualTo(new Geometry(2, 1, 1, 8, 1, 1));
    assertThat(launch.arguments().get(1)).isEqualTo(8);
    assertThat(reader.next()).isEqualTo(Status.RECORD);
    assertThat(buffer(execution, 0)).endsWith(22, 23);
    assertThat(reader.next()).isEqualTo(Status.END);
    assertThat(execution.outcome().workItemInstructions()).isGreaterThan(16 * 9);
    execution.close();
  }

  @Test
  @DisplayName("a program of swaps ends with the right names")
  void aProgramOfSwapsEndsWithTheRightNames() {
    String text =
        BASE
            + """
              - {swap: [a, b]}
              - for: {var: k, from: 1, below: 3}
                steps:
                  - {launch: add, grid: [1], block: [16], args: [a, {u32: "1 << k"}]}
                  - {swap: [a, b]}
            expect:
              b: {fnv1a64: "0x1"}
            """;
    WorkloadExecution execution = start(text);
    assertThat(finish(execution).verified()).isFalse();
    // After three swaps a is the second buffer: it was a when 1 << 1 was added, b when 1 << 2 was.
    assertThat(buffer(execution, 1)).containsOnly(2);
    assertThat(buffer(execution, 0)).startsWith(12, 13);
  }

  @Test
  void localArgumentsAreOffsetsAndAddUpToDynamicBytes() {
    WorkloadExecution execution =
        start(
            BASE.replace("add, grid: [2]", "local, grid: [2]")
                .replace("[a, {i32: n}]", "[b, {local: '4 * n'}], shared: 20"));
    HostStep.Launch launch = (HostStep.Launch) execution.next();
    assertThat(launch.arguments().get(1)).isEqualTo(32);
    assertThat(launch.dynamicLocalBytes()).isEqualTo(64);
    finish(execution);
    assertThat(buffer(execution, 1))
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  }

  @Test
  @DisplayName("module-scope variables are buffers after the workload's own; symbols fill them")
  void moduleScopeVariablesAreBuffersAfterTheWorkloadsOwn() {
    String text =
        BASE.replace(
            "add, grid: [2], block: [8], args: [a, {i32: n}]",
            "table, grid: [1], block: [4], args: [b]");
    WorkloadExecution plain = start(text);
    assertThat(plain.program().buffers()).extracting("name").containsExactly("a", "b", "f", "tab");
    finish(plain);
    assertThat(buffer(plain, 1)).startsWith(1, 0, 0, 0, 0);
    WorkloadExecution filled =
        start(text + "symbols: {tab: {type: u32, count: 4, init: {iota: {start: 5}}}}\n");
    finish(filled);
    assertThat(buffer(filled, 1)).startsWith(5, 6, 7, 8, 0);
    assertThatThrownBy(() -> start(text + "symbols: {tab: {type: u32, count: 5}}\n"))
        .isInstanceOf(InputException.class)
        .hasMessage("l.yaml:10:35: the variable 'tab' has 16 bytes, found 20 (5 of u32)");
    assertThatThrownBy(() -> start(text + "symbols: {tap: {type: u32, count: 4}}\n"))
        .hasMessage(
            "l.yaml:10:11: no kernel has a module-scope variable 'tap'; did you mean 'tab'?");
  }

  @Test
  void aLaunchCarriesWhatTheWorkloadAllowsAndTheKernelUses() {
    String text =
        BASE.replace("add, grid: [2]", "count, grid: [2]")
            .replace("[a, {i32: n}]", "[b]")
            .replace("block: [8]", "block: [4]")
            .replace("k.toy", "{file: k.toy, attributes: {count: {races: allow}}}");
    WorkloadExecution execution = start(text);
    HostStep.Launch launch = (HostStep.Launch) execution.next();
    assertThat(launch.flags())
        .isEqualTo(HostStep.Launch.RACES_ALLOWED | HostStep.Launch.ATOMIC_VALUES_USED);
    finish(execution);
    assertThat(buffer(execution, 1)).startsWith(8, 0, 1, 2, 3, 4, 5, 6, 7, 0);
  }

  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "launch: add|launch: ad|9:14: no kernel 'ad' in k.toy; did you mean 'add'?",
        "launch: add|launch: struct|9:51: 'struct' has 1 parameter, found 2 arguments",
        "[a, {i32: n}]|[a]|9:48: 'add' has 2 parameters, found 1 argument",
        "[a, {i32: n}]|[a, {i32: n}, b]|9:48: 'add' has 2 parameters, found 3 arguments",
        "[a, {i32: n}]|[{i32: n}, a]|9:49: parameter 0 of 'add' is a pointer, found i32",
        "[a, {i32: n}]|[a, b]|9:52: parameter 1 of 'add' is an integer of 32 bits, found the buffer"
            + " 'b'",
        "[a, {i32: n}]|[a, {f32: n}]|9:52: parameter 1 of 'add' is an integer of 32 bits, found"
            + " f32",
        "[a, {i32: n}]|[a, {i64: n}]|9:52: parameter 1 of 'add' is an integer of 32 bits, found"
            + " i64",
        "[a, {i32: n}]|[a, {local: 4}]|9:52: parameter 1 of 'add' is an integer of 32 bits, found"
            + " local memory",
        "add, grid: [2], block: [8], args: [a, {i32: n}]|struct, grid: [1], block: [1], args: [{i32:"
            + " 1}]|9:52: parameter 0 of 'struct' is a structure of 12 bytes: pass {struct:"
            + " [..]}, or a vector such as {f32x4: [..]}",
        "args: [a, {i32: n}]|args: [a, {texture: {buffer: f, width: 4, height: 4}}]|9:52:"
            + " parameter 1 of 'add' is an integer of 32 bits, found a texture",
        "args: [a, {i32: n}]|args: [{texture: {buffer: f, width: 4, height: 5}}, {i32: n}]|9:78:"
            + " 4 x 5 texels of 1 are 20 elements, 'f' has 16",
        "args: [a, {i32: n}]|args: [{texture: {buffer: f, width: 4, height: 4, address: wrap}},"
            + " {i32: n}]|9:49: address modes wrap and mirror want normalized: true: they are"
            + " defined for normalized coordinates only",
        "launch: add|launch: local|9:54: parameter 1 of 'local' is a pointer, found i32",
        "block: [8]|block: [0]|9:38: block must be from 1 to 65536, found 0; nearest legal: 1",
        "block: [8]|block: [1024, 128]|9:38: a group of 131072 work-items; at most 65536 can be"
            + " executed",
        "grid: [2]|grid: ['n - 8']|9:26: grid must be from 1 to 2147483647, found 0 = n - 8; nearest legal: 1",
        "{i32: n}|{i32: '1 << 31'}|9:58: 2147483648 does not fit i32 (-2147483648 to 2147483647)",
        "kernels: k.toy|kernels: k.ptx|2:10: no front-end reads .ptx ('k.ptx'); known: .toy",
        "kernels: k.toy|kernels: k|2:10: no front-end reads files without ending ('k'); known:"
            + " .toy",
        "kernels: k.toy|kernels: gone.toy|2:10: no file DIR/gone.toy",
        "kernels: k.toy|kernels: [k.toy, again.toy]|2:18: the kernel 'add' stands in k.toy already",
        "kernels: k.toy|kernels: {file: k.toy, attributes: {ad: {}}}|2:37: no kernel 'ad' in k.toy;"
            + " did you mean 'add'?",
        "kernels: k.toy|kernels: {file: k.toy, attributes: {add: {restrict: [2]}}}|2:37: 'add' has"
            + " 2 parameters, none at position 2",
        "kernels: k.toy|kernels: {file: k.toy, attributes: {hidden: {max_registers: 16}}}|2:37:"
            + " 'hidden' has launch bounds in k.toy, beside which compilers ignore a limit: no"
            + " max_registers expected",
        "kernels: k.toy|kernels: {file: k.toy, attributes: {add: {group: [16]}}}|9:38: 'add' needs"
            + " groups of [16], found [8, 1, 1]",
      })
  void wrongLaunchesAreRefusedWithTheirPlaceAndTheReason(
      String found, String replacement, String message) {
    assertThat(BASE).contains(found);
    assertThatThrownBy(() -> start(BASE.replace(found, replacement)).next())
        .isInstanceOf(InputException.class)
        .hasMessage("l.yaml:" + message.replace("DIR", dir.toString()));
  }

  @Test
  @DisplayName("6 GB of buffers cost what is touched")
  void hugeBuffers() throws IOException {
    Files.write(dir.resolve("want.bin"), new byte[] {8, 0, 0, 0, 9, 0, 0, 0});
    WorkloadExecution execution =
        start(
            BASE.replace("a: {type: u32, count: 16", "a: {type: u32, count: 1610612736")
                + "expect: {a: {file: want.bin, count: 2}}\n");
    assertThat(finish(execution).verified()).isTrue();
    assertThat(execution.memory().residentBytes()).isLessThan(1 << 20);
  }

  @Test
  void aLaunchWithAnotherGroupSizeThanRequiredIsRefused() {
    assertThatThrownBy(
            () ->
                start(
                        BASE.replace("add, grid: [2], block: [8]", "local, grid: [1], block: [16]")
                            .replace("{i32: n}", "{local: 64}"))
                    .next())
        .hasMessage("l.yaml:9:40: 'local' needs groups of [8, 1, 1], found [16, 1, 1]");
  }

  @Test
  @DisplayName("a group beyond the kernel's launch bounds is refused")
  void aGroupBeyondTheKernelsLaunchBoundsIsRefused() {
    String launch =
        BASE.replace("add, grid: [2], block: [8]", "hidden, grid: [1], block: [2048]")
            .replace(", {i32: n}", "");
    assertThatThrownBy(() -> start(launch).next())
        .isInstanceOf(InputException.class)
        .hasMessage(
            "l.yaml:9:41: 'hidden' has launch bounds of 1024 work-items a group, found 2048");
  }

  @Test
  @DisplayName("private memory of a whole group is bounded")
  void privateMemory() {
    String launch =
        BASE.replace("add, grid: [2], block: [8]", "hidden, grid: [1], block: [1024]")
            .replace(", {i32: n}", "");
    assertThatThrownBy(() -> start(launch).next())
        .hasMessage(
            "l.yaml:9:41: a group of 1024 work-items with 1048576 bytes of private memory each asks"
                + " for 1024 MiB; at most 512 MiB can be executed");
  }

  @Test
  @DisplayName("what is pulled does not depend on who pulls: every group once, in order")
  void whatIsPulledDoesNotDependOnWhoPulls() {
    WorkloadExecution execution = start(BASE);
    ProgramReader reader = new ProgramReader(execution);
    reader.next();
    List<Long> ids = new ArrayList<>();
    while (reader.groups().next() == Status.RECORD) {
      ids.add(reader.groups().record().group());
    }
    assertThat(ids).containsExactly(0L, 1L);
    assertThat(reader.groups().record()).isNull();
    finish(execution);
  }
}
