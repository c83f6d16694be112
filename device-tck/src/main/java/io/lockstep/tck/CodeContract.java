// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.Device;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks machine code: its lines are those of the assembly listing, and the source lines that they
 * name contain instructions. A model need not name source lines.
 */
public abstract class CodeContract extends DeviceContract {
  /** Creates the contract. */
  protected CodeContract() {
    super("code");
  }

  @TestFactory
  @DisplayName("the lines of the code are those of its assembly, in their order")
  Stream<DynamicTest> theLinesOfTheCodeAreThoseOfItsAssembly() {
    return lowered(
        (kernel, code) -> {
          List<String> printed = code.assembly().lines().toList();
          List<String> told = code.code().stream().map(CodeLine::text).toList();
          for (int k = 0; k < Math.max(printed.size(), told.size()); k++) {
            String one = k < told.size() ? told.get(k) : "no line";
            String other = k < printed.size() ? printed.get(k) : "no line";
            require(
                one.equals(other),
                who(kernel) + "line " + k + " is '" + one + "', in its assembly '" + other + "'");
          }
        });
  }

  @TestFactory
  @DisplayName("a line came from lines of the kernel's text that instructions stand in, in order")
  Stream<DynamicTest> aLineCameFromLinesThatInstructionsStandIn() {
    return lowered(
        (kernel, code) -> {
          TreeSet<Integer> lines = lines(kernel);
          for (CodeLine line : code.code()) {
            int before = 0;
            for (int from : line.lines()) {
              String what = who(kernel) + "'" + line.text().strip() + "' came from line " + from;
              require(lines.contains(from), what + ", where no instruction stands");
              require(from > before, what + " after line " + before);
              before = from;
            }
          }
        });
  }

  @TestFactory
  @DisplayName("lowered again, its lines came from the same")
  Stream<DynamicTest> loweredAgainItsLinesCameFromTheSame() {
    return each(
        device -> {
          for (Kernel kernel : kernels()) {
            List<CodeLine> first = code(device, kernel).map(MachineKernel::code).orElse(List.of());
            List<CodeLine> again = code(device, kernel).map(MachineKernel::code).orElse(List.of());
            for (int k = 0; k < Math.min(first.size(), again.size()); k++) {
              List<Integer> was = first.get(k).lines();
              List<Integer> is = again.get(k).lines();
              require(
                  was.equals(is),
                  who(kernel) + "line " + k + " came from " + was + ", and then from " + is);
            }
          }
        });
  }

  private Stream<DynamicTest> lowered(BiConsumer<Kernel, MachineKernel> test) {
    return each(
        device -> {
          for (Kernel kernel : kernels()) {
            code(device, kernel).ifPresent(code -> test.accept(kernel, code));
          }
        });
  }

  private List<Kernel> kernels() {
    return Corpus.all().stream().flatMap(w -> bench().kernels(w).stream()).toList();
  }

  private Optional<MachineKernel> code(DeviceSpec spec, Kernel kernel) {
    Device device = bench().device(spec);
    try {
      return Optional.of(device.lower(kernel));
    } catch (RefusalException e) {
      return Optional.empty();
    }
  }

  private static TreeSet<Integer> lines(Kernel kernel) {
    TreeSet<Integer> lines = new TreeSet<>();
    for (Block block : kernel.blocks()) {
      block.instructions().stream().map(Instruction::line).forEach(lines::add);
    }
    return lines;
  }

  private static String who(Kernel kernel) {
    return "kernel '" + kernel.name() + "': ";
  }
}
