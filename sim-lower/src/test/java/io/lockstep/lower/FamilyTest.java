// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower;

import static io.lockstep.lower.Sample.c;
import static io.lockstep.lower.Sample.r;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.family.FamilyCompiler;
import io.lockstep.lower.family.MachineOp;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.RefusalException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A family on the kit: the sample machine of package {@code family}. */
class FamilyTest {
  private static final int MOST_LINES = 600;
  private static final int MANY = 16;
  private static final int FEW = 4;

  static Stream<Kernel> kernels() {
    return Stream.of(
        independentLoads(),
        loop(),
        condition(),
        KernelGenes.kernel(IntStream.range(0, 120).map(k -> k * k * 7 + k).boxed().toList()),
        KernelGenes.kernel(IntStream.range(0, 150).map(k -> k * 31 % 97).boxed().toList()));
  }

  /** Adds ten loaded words, of which more are live at once than a few registers hold. */
  private static Kernel independentLoads() {
    Sample k = new Sample();
    int at = k.words(1);
    int sum = k.words(1);
    int word = k.words(10);
    k.load(Space.PARAMETER, at, c(0));
    k.op(Op.MOVE, sum, c(0));
    for (int n = 0; n < 10; n++) {
      int address = k.words(1);
      k.op(Op.ADD, address, r(at), c(4 * n));
      k.load(Space.GLOBAL, word + n, r(address));
    }
    for (int n = 0; n < 10; n++) {
      k.op(Op.MAD, sum, r(sum), r(word + 9 - n), r(word + n));
    }
    k.store(Space.GLOBAL, r(at), r(sum));
    return k.build();
  }

  private static Kernel loop() {
    Sample k = new Sample();
    int at = k.words(1);
    int n = k.words(1);
    int id = k.words(1);
    int word = k.words(1);
    int more = k.registers(Type.I1, 1);
    k.load(Space.PARAMETER, at, c(0));
    k.op(Op.MOVE, n, c(0));
    k.add(InstructionBuilder.of(Op.SPECIAL, Type.I32).to(id).special(Special.LOCAL_ID_X).build());
    k.jump(1).block();
    k.load(Space.LOCAL, word, r(at));
    k.op(Op.MUL, word, r(word), r(id));
    k.store(Space.LOCAL, r(at), r(word));
    k.op(Op.ADD, at, r(at), c(4));
    k.op(Op.ADD, n, r(n), c(1));
    less(k, more, r(n), c(5));
    k.branch(more, 2, 1).block();
    k.store(Space.GLOBAL, c(64), r(word));
    return k.build();
  }

  private static Kernel condition() {
    Sample k = new Sample();
    int id = k.words(1);
    int result = k.words(1);
    int low = k.registers(Type.I1, 1);
    k.add(InstructionBuilder.of(Op.SPECIAL, Type.I32).to(id).special(Special.LOCAL_ID_X).build());
    less(k, low, r(id), c(16));
    k.branch(low, 2, 1).block();
    k.load(Space.GLOBAL, result, r(id));
    k.jump(3).block();
    k.op(Op.MUL, result, r(id), r(id));
    k.jump(3).block();
    k.store(Space.GLOBAL, r(id), r(result));
    return k.build();
  }

  private static void less(Sample k, int to, Operand a, Operand b) {
    k.add(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.LT)
            .to(to)
            .from(a, b)
            .build());
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void eachInstructionWithAnEffectHasARow(Kernel kernel) {
    for (int limit : new int[] {MANY, FEW}) {
      MachineKernel code = FamilyCompiler.compile(kernel, limit);
      Set<Integer> found = new HashSet<>();
      for (int row = 0; row < code.origins().orElseThrow().rows(); row++) {
        code.origins().get().split(row, 1, (instruction, share) -> found.add(instruction));
      }
      int number = 0;
      for (Block block : kernel.blocks()) {
        for (Instruction i : block.instructions()) {
          boolean effect = i.op() == Op.STORE || i.op() == Op.BRANCH || i.op() == Op.EXIT;
          assertThat(!effect || found.contains(number)).as("%s %s", number, i.op()).isTrue();
          number++;
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void waitsStandBeforeAccessesOfLoadedRegisters(Kernel kernel) {
    for (int limit : new int[] {MANY, FEW}) {
      FamilyCompiler.Code code = FamilyCompiler.compile(kernel, limit);
      for (int b = 0; b < kernel.blocks().size(); b++) {
        List<MachineOp> block = code.ops.subList(code.blockStart[b], code.blockEnd[b]);
        assertThat(outstanding(block)).as("%s in%n%s", b, code.assembly()).isZero();
      }
    }
  }

  /** Loads outstanding at the end of a block; -1 if a register of one is accessed before. */
  private static int outstanding(List<MachineOp> block) {
    List<Integer> loaded = new ArrayList<>();
    for (MachineOp op : block) {
      if (op.name().equals("WAIT")) {
        loaded.subList(0, loaded.size() - (int) op.place()).clear();
      }
      if (loaded.contains(op.to())
          || op.from().stream().anyMatch(o -> loaded.contains(o.register()))) {
        return -1;
      }
      if (op.isLoad()) {
        loaded.add(op.to());
      }
    }
    return loaded.size();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void codeUsesNoMoreRegistersThanTheLimit(Kernel kernel) {
    for (int limit = FEW; limit <= MANY; limit++) {
      FamilyCompiler.Code code = FamilyCompiler.compile(kernel, limit);
      BitSet used = new BitSet();
      for (MachineOp op : code.ops) {
        op.from().stream().filter(Operand::isRegister).forEach(o -> used.set(o.register()));
        used.set(op.to() + 1); // 0 for none
      }
      assertThat(code.registers()).isBetween(1, limit);
      assertThat(used.length()).isLessThanOrEqualTo(limit + 1);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void theSameKernelHasTheSameListing(Kernel kernel) {
    for (int limit : new int[] {MANY, FEW}) {
      assertThat(FamilyCompiler.compile(kernel, limit).code())
          .isEqualTo(FamilyCompiler.compile(kernel, limit).code());
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void fewRegistersKeepTheOrderOfStores(Kernel kernel) {
    assertThat(stores(FamilyCompiler.compile(kernel, FEW)))
        .isNotEmpty()
        .isEqualTo(stores(FamilyCompiler.compile(kernel, MANY)));
  }

  private static List<Instruction> stores(FamilyCompiler.Code code) {
    return code.ops.stream()
        .filter(op -> op.name().startsWith("ST."))
        .map(MachineOp::origin)
        .toList();
  }

  @Test
  void fewRegistersSpillLoadedValuesAndRecomputeOthers() {
    FamilyCompiler.Code many = FamilyCompiler.compile(independentLoads(), MANY);
    FamilyCompiler.Code few = FamilyCompiler.compile(independentLoads(), FEW);
    assertThat(many.spilledBytes()).isZero();
    assertThat(many.remark()).isEmpty();
    assertThat(count(many, "ARG")).isEqualTo(1);
    assertThat(few.spilledBytes()).isBetween(4, 40);
    assertThat(few.privateBytes()).isEqualTo(few.spilledBytes());
    assertThat(few.remark()).isEqualTo(few.spilledBytes() + " bytes of a work-item are spilled");
    assertThat(count(few, "FILL")).isGreaterThanOrEqualTo(few.spilledBytes() / 4);
    assertThat(count(few, "ARG")).isGreaterThan(1);
  }

  @Test
  void theSchedulerIssuesIndependentLoadsBeforeTheFirstWait() {
    List<String> names =
        FamilyCompiler.compile(independentLoads(), MANY).ops.stream().map(MachineOp::name).toList();
    assertThat(names.subList(0, names.indexOf("WAIT")).stream().filter(n -> n.startsWith("LD")))
        .hasSize(10);
  }

  @Test
  void narrowFactorsTakeTheShortMultiplication() {
    assertThat(count(FamilyCompiler.compile(condition(), MANY), "IMUL24")).isEqualTo(1);
    assertThat(count(FamilyCompiler.compile(loop(), MANY), "IMUL")).isEqualTo(1);
  }

  private static long count(FamilyCompiler.Code code, String name) {
    return code.ops.stream().filter(op -> op.name().equals(name)).count();
  }

  @Test
  void refusesOperationsWithoutARule() {
    Sample k = new Sample();
    int number = k.registers(Type.F32, 1);
    Operand two = c(Float.floatToIntBits(2));
    k.add(InstructionBuilder.of(Op.DIV, Type.F32).to(number).from(r(number), two).build());
    Kernel kernel = k.build();
    assertThatThrownBy(() -> FamilyCompiler.compile(kernel, MANY))
        .isInstanceOf(RefusalException.class)
        .hasMessage("kernel 'k': no instruction of div");
  }

  @Test
  void refusesALimitThatOneInstructionExceeds() {
    Kernel kernel = independentLoads();
    assertThatThrownBy(() -> FamilyCompiler.compile(kernel, 1))
        .isInstanceOf(RefusalException.class)
        .hasMessage("kernel 'k' needs more registers");
  }

  @Test
  void theFamilyTakesAtMostSixHundredLinesOnTheKit() throws IOException {
    long lines = 0;
    for (String root : List.of("src/test/java", "src/test/resources")) {
      try (Stream<Path> files = Files.walk(Path.of(root, "io/lockstep/lower/family"))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          lines += Files.readAllLines(file).size();
        }
      }
    }
    assertThat(lines).isBetween(1L, (long) MOST_LINES);
  }
}
