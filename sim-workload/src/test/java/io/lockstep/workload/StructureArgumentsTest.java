// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.HostStep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Vectors, arrays and structures as arguments of a launch. */
class StructureArgumentsTest {
  @TempDir Path dir;

  /** Kernels of one parameter whose size in bytes is the file's text. */
  private static final class Sizes implements KernelFrontend {
    @Override
    public String id() {
      return "sizes";
    }

    @Override
    public List<String> extensions() {
      return List.of("sizes");
    }

    @Override
    public List<Kernel> read(String file, String text, FrontendOptions options) {
      KernelBuilder builder = new KernelBuilder("k", "sizes", file);
      builder.parameter(
          new Parameter("s", Type.I8, 0, Integer.parseInt(text.strip()), false, false));
      builder.add(builder.block(), InstructionBuilder.of(Op.EXIT, Type.I1).build());
      return List.of(builder.build());
    }
  }

  private List<Long> arguments(int size, String argument) throws IOException {
    Files.writeString(dir.resolve("k.sizes"), Integer.toString(size));
    String text =
        """
        name: s
        kernels: k.sizes
        parameters: {n: 8, gain: 0.5}
        buffers:
          a: {type: u32, count: 16}
          b: {type: u32, count: 16}
        steps:
          - {launch: k, grid: [1], block: [1], args: [%s]}
        """
            .formatted(argument);
    WorkloadExecution execution =
        new WorkloadExecution(
            Workload.read("s.yaml", text, dir).bind(),
            List.of(new Sizes()),
            ExecutionOptions.defaults());
    return ((HostStep.Launch) execution.next()).arguments();
  }

  /** Bytes as they lie in the argument block, eight to a group. */
  private static String bytes(List<Long> values) {
    return values.stream()
        .map(v -> HexFormat.of().toHexDigits(Long.reverseBytes(v)))
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("members lie where C puts them, gaps are zero, and the size fits the parameter")
  @CsvSource(
      delimiter = '|',
      value = {
        "{u8x4: [1, 2, 3, n]} | 4 | 0102030800000000",
        "{i32x2: ['-1', 'n * 2']} | 8 | ffffffff10000000",
        "{u32x3: [1, 2, 3]} | 16 | 0100000002000000 0300000000000000",
        "{u32x3: [1, 2, 3]} | 12 | 0100000002000000 0300000000000000",
        "{u32: [1, 2, 3]} | 12 | 0100000002000000 0300000000000000",
        "{f32x4: [1, gain, 0, 2]} | 16 | 0000803f0000003f 0000000000000040",
        "{struct: [{u8: 1}, {u16: 2}, {u8: 3}, {u32: 4}]} | 12 | 0100020003000000 0400000000000000",
        "{struct: [{u8: 1}, {u64: 2}]} | 16 | 0100000000000000 0200000000000000",
        "{struct: [{u8: 1}, {u16: 2}, {u32: 4}], packed: true} | 7 | 0102000400000000",
        "{struct: [{u8: 1}, {u8x4: [2, 3, 4, 5]}, {u8: 6}]} | 12 | 0100000002030405 0600000000000000",
        "{struct: [{u16: 1}, {u8: 2, offset: 5}, {pad: 1}, {u8: 3}]} | 8 | 0100000000020003",
        "{struct: [{u8: 7, count: 3}, {struct: [{u8: 1}, {u16: 2}], count: 2}]} | 12 |"
            + " 0707070001000200 0100020000000000",
        "{u16x2: [[1, 2], [3, 4]]} | 8 | 0100020003000400",
      })
  void membersLieWhereCPutsThemGapsAreZeroAndTheSizeFitsTheParameter(
      String argument, int size, String expected) throws IOException {
    assertThat(bytes(arguments(size, argument))).isEqualTo(expected);
  }

  @Test
  @DisplayName("a buffer's name in a structure is a pointer to the buffer")
  void aBuffersNameInAStructureIsAPointerToTheBuffer() throws IOException {
    assertThat(arguments(24, "{struct: [b, {i32: 5}, a]}"))
        .containsExactly(Address.of(1, 0), 5L, Address.of(0, 0));
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("what does not fit is refused with its place and what was expected")
  @CsvSource(
      delimiter = '|',
      value = {
        "{struct: [{i32: 1}, {f32: 2.0}]} | 12 | 8:47: parameter 0 of 'k' is a structure of 12 bytes,"
            + " the argument has 8",
        "{f32x4: [1, 2, 3]} | 16 | 8:55: expected 4 elements, found 3",
        "{f32x4: [1, 2, 3, 4]} | 1 | 8:47: parameter 0 of 'k' is a scalar of 1 byte, the argument has"
            + " 16",
        "{i32: 1} | 12 | 8:47: parameter 0 of 'k' is a structure of 12 bytes: pass {struct: [..]}, or"
            + " a vector such as {f32x4: [..]}",
        "a | 16 | 8:47: parameter 0 of 'k' is a structure of 16 bytes: pass {struct: [..]}, or"
            + " a vector such as {f32x4: [..]}",
        "{float4: [1, 2, 3, 4]} | 16 | 8:48: unknown argument type 'float4'; did you mean 'f32x4'?",
        "{uint2: [1, 2]} | 8 | 8:48: unknown argument type 'uint2'; did you mean 'u32x2'?",
        "{dim3: [1, 2, 3]} | 12 | 8:48: unknown argument type 'dim3'; a dim3 is written {u32: [x, y,"
            + " z]}",
        "{struct: [{i23: 1}]} | 4 | 8:58: unknown member 'i23'; did you mean 'i32'?",
        "{struct: [{i32: 1, at: 3}]} | 4 | 8:66: unknown key 'at'; valid: count, i32, offset",
        "{struct: [{i32: 1.5}]} | 4 | 8:63: expected an integer for i32, found real number 1.5",
        "{struct: [{u32: 1}, {u16: 1, offset: 2}]} | 4 | 8:67: a member at offset 2, the one before"
            + " it ends at 4",
        "{struct: [{local: 64}]} | 8 | 8:58: 'local' is an argument of its own, no member of a"
            + " structure",
        "{struct: [c]} | 8 | 8:57: no buffer 'c'; did you mean 'a'?",
        "{struct: []} | 8 | 8:47: expected at least one member",
        "{struct: [{u64: 0, count: 60000}]} | 8 | 8:58: more than 65536 bytes in one argument",
      })
  void whatDoesNotFitIsRefusedWithItsPlaceAndWhatWasExpected(
      String argument, int size, String message) {
    assertThatThrownBy(() -> arguments(size, argument))
        .isInstanceOf(InputException.class)
        .hasMessage("s.yaml:" + message);
  }
}
