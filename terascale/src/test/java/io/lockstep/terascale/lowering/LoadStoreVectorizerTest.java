// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.lower.pass.PortableCode;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.terascale.FiveSlots;
import io.lockstep.terascale.FourSlots;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accesses of adjacent words, beside the code of clang 19 for cypress and cayman. */
class LoadStoreVectorizerTest {
  private static final String HEAD =
      """
      .version 6.0
      .target sm_60
      .address_size 64
      .visible .entry k(.param .u64 p, .param .u64 q) {
      .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .f64 %e<9>; .reg .b16 %h<9>; .reg .pred %p<2>;
      ld.param.u64 %d0, [p]; ld.param.u64 %d1, [q]; mov.u32 %r0, %tid.x;
      mul.wide.u32 %d2, %r0, 64; add.s64 %d3, %d0, %d2; add.s64 %d4, %d1, %d2;
      """;

  private static final Set<CodeOption> ALL = EnumSet.allOf(CodeOption.class);

  private static Kernel kernel(String text) {
    return Kernels.ptx("k", HEAD + text + " ret; }").get(0);
  }

  /** The bits of each fetch and, of a store, of each lane, in the order of the code. */
  private static String code(Set<CodeOption> options, String text) {
    TeraScaleKernel five = Targets.lower(kernel(text), new FiveSlots(), options);
    TeraScaleKernel four = Targets.lower(kernel(text), new FourSlots(), options);
    assertThat(accesses(four)).isEqualTo(accesses(five));
    return accesses(five);
  }

  private static String accesses(TeraScaleKernel code) {
    return code.clauses().stream()
        .flatMap(List::stream)
        .filter(clause -> clause.kind() != MachineOp.Kind.ALU)
        .flatMap(clause -> clause.ops().stream())
        .map(op -> (op.kind() == MachineOp.Kind.FETCH ? "load" : "store") + 8 * op.bytes())
        .collect(Collectors.joining(" "));
  }

  private static String loads(int count) {
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < count; k++) {
      text.append("ld.global.u32 %r").append(k + 1).append(", [%d3+").append(4 * k).append("]; ");
    }
    return text.toString();
  }

  private static String stores(int count) {
    return loads(count)
        .replaceAll("ld.global.u32 (%r\\d), (\\[%d)3(\\+\\d+\\]);", "st.global.u32 $24$3, $1;");
  }

  @Test
  void adjacentWordsAreAccessesOfPowersOfTwo() {
    assertThat(code(ALL, loads(4) + stores(4))).isEqualTo("load128 store128");
    assertThat(code(ALL, loads(3) + stores(3))).isEqualTo("load64 load32 store64 store32");
    assertThat(code(ALL, loads(7) + stores(7)))
        .isEqualTo("load128 load64 load32 store128 store64 store32");
  }

  @Test
  void theOptionSwitchesIt() {
    Set<CodeOption> others = EnumSet.complementOf(EnumSet.of(CodeOption.MERGED_ACCESSES));
    assertThat(code(others, loads(2) + stores(2))).isEqualTo("load32 load32 store32 store32");
  }

  @Test
  void offsetsMayBeAddedBeforeAndBeNegative() {
    String text =
        "add.s64 %d5, %d3, 8; ld.global.u32 %r1, [%d5]; ld.global.u32 %r2, [%d3+4];"
            + "ld.global.u32 %r3, [%d3]; ld.global.u32 %r4, [%d5+-12];";
    assertThat(code(ALL, text + stores(4))).isEqualTo("load128 store128");
  }

  @Test
  void anOffsetIsNotTakenFromARegisterThatChangesBehindTheSum() {
    String text =
        "add.s64 %d5, %d3, 4; add.s64 %d3, %d3, %d2;"
            + "ld.global.u32 %r1, [%d5]; ld.global.u32 %r2, [%d3];";
    assertThat(code(ALL, text + stores(2))).isEqualTo("load32 load32 store64");
    String neighbours = "ld.global.u32 %r1, [%d3]; ld.global.u32 %r2, [%d3+4];";
    assertThat(code(ALL, "add.s64 %d3, %d3, %d2;" + neighbours + stores(2)))
        .isEqualTo("load64 store64");
  }

  @Test
  void pairsAndDoublesAreMerged() {
    String pairs =
        "ld.global.v2.u32 {%r1, %r2}, [%d3]; ld.global.v2.u32 {%r3, %r4}, [%d3+8];"
            + "ld.global.f64 %e1, [%d3+16]; ld.global.f64 %e2, [%d3+24];"
            + "st.global.f64 [%d4+16], %e1; st.global.f64 [%d4+24], %e2;";
    assertThat(code(ALL, pairs + stores(4))).isEqualTo("load128 load128 store128 store128");
  }

  @Test
  void wordsOfTwoSizesStayApart() {
    String doubles = "ld.global.f64 %e1, [%d3+8];";
    String text = doubles + loads(2) + "st.global.f64 [%d4+8], %e1;" + stores(2);
    assertThat(code(ALL, text)).isEqualTo("load64 load64 store64 store64");
  }

  @Test
  void bytesAndHalfWordsStayApart() {
    String shorts = "ld.global.u16 %h1, [%d3]; ld.global.u16 %h2, [%d3+2];";
    String text = shorts + "st.global.u16 [%d4], %h1; st.global.u16 [%d4+2], %h2;";
    assertThat(code(ALL, text).split(" ")).hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "membar.gl;",
        "st.global.u32 [%d4+64], %r1;",
        "ld.volatile.global.u32 %r4, [%d4]; st.global.u32 [%d4+64], %r4;"
      })
  void instructionsBetweenSeparate(String between) {
    String text = "ld.global.u32 %r1, [%d3];" + between + "ld.global.u32 %r2, [%d3+4];";
    assertThat(code(ALL, text + stores(2))).contains("load32").doesNotContain("load64");
  }

  @ParameterizedTest
  @EnumSource(names = {"READ_ONLY", "CACHEABLE"})
  void readsThroughACacheAndUncachedOnesStayApart(MemoryAccess.Mutability second) {
    Kernel kernel = kernel(loads(2).replace("global", "global.nc") + stores(2));
    Block block = kernel.blocks().get(0);
    List<Instruction> code = new ArrayList<>(block.instructions());
    code.replaceAll(
        i ->
            i.isRecorded() && i.memory().readOnly() && i.memory().offset() == 4
                ? InstructionBuilder.from(i).memory(i.memory().with(second)).build()
                : i);
    Kernel changed = kernel.withBlocks(List.of(PortableCode.with(block, code)));
    boolean alike = second == MemoryAccess.Mutability.CACHEABLE;
    assertThat(accesses(Targets.lower(changed, new FiveSlots(), ALL)))
        .isEqualTo((alike ? "load64" : "load32 load32") + " store64");
  }

  @Test
  void kernelsThatPollAreLeftAsTheyAre() {
    String poll =
        "wait: ld.volatile.global.u32 %r8, [%d1]; setp.eq.u32 %p0, %r8, 0; @%p0 bra wait;";
    assertThat(code(ALL, poll + loads(2) + stores(2))).doesNotContain("64");
  }

  @Test
  void aBlockWithMergedAccessesStillEndsInItsBranch() {
    String branch = "setp.eq.u32 %p0, %r1, 0; @%p0 bra out;";
    Kernel kernel = kernel(loads(2) + branch + stores(2) + "out:");
    TeraScaleKernel code = Targets.lower(kernel, new FiveSlots(), ALL);
    assertThat(accesses(code)).isEqualTo("load64 store64");
    assertThat(code.table().straight).containsOnly(false);
  }

  @Test
  void theTimeOfAnAccessIsThatOfAllItsInstructions() {
    Kernel kernel = kernel(loads(4) + stores(4));
    TeraScaleKernel code = Targets.lower(kernel, new FiveSlots(), ALL);
    List<Instruction> all = kernel.blocks().get(0).instructions();
    CodeOrigins origins = code.origins().orElseThrow();
    for (int operation = 0; operation < 2; operation++) {
      TreeMap<Integer, Long> shares = new TreeMap<>();
      origins.split(code.table().rows.operation(operation), 400, shares::put);
      List<Integer> expected = new ArrayList<>();
      for (int k = 0; k < all.size(); k++) {
        boolean global = all.get(k).isRecorded();
        if (global && all.get(k).op() == (operation == 0 ? Op.LOAD : Op.STORE)) {
          expected.add(k);
        }
      }
      assertThat(shares.keySet()).hasSize(4).containsExactlyElementsOf(expected);
      assertThat(shares.values()).containsOnly(100L);
    }
  }
}
