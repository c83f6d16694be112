// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.KernelAttributes;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.MemoryFence;
import io.lockstep.kernel.type.Space;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocks, guards, jumps and calls. */
class ControlTest {
  private static final String P = "setp.lt.s32 %p1, %r1, 4;\n";

  @Test
  @DisplayName("guarded arithmetic keeps its guard")
  void guardedArithmetic() {
    Kernel k = Ptx.kernel(P + "@!%p1 add.s32 %r2, %r2, 1;");
    assertThat(k.blocks()).hasSize(1);
    Instruction add = Ptx.code(k).stream().filter(i -> i.op() == Op.ADD).findFirst().orElseThrow();
    assertThat(k.registerNames().get(add.guard())).isEqualTo("%p1");
    assertThat(add.guardNegated()).isTrue();
  }

  @Test
  @DisplayName("a guarded store becomes a block of its own, taken where the guard holds")
  void guardedStore() {
    Kernel k = Ptx.kernel(P + "@%p1 st.global.u32 [%rd1], 0;\nadd.s32 %r2, %r2, 1;");
    Block first = k.blocks().get(0);
    assertThat(first.last().op()).isEqualTo(Op.BRANCH);
    assertThat(first.last().guardNegated()).isFalse();
    assertThat(first.successors()).containsExactly(2, 1);
    assertThat(first.postDominator()).isEqualTo(2);
    Block own = k.blocks().get(1);
    assertThat(own.instructions()).extracting(Instruction::op).containsExactly(Op.STORE);
    assertThat(own.last().guard()).isEqualTo(-1);
    assertThat(own.successors()).containsExactly(2);
  }

  @Test
  @DisplayName("so do guarded barriers, exits and lane operations")
  void guardedOthers() {
    Kernel barrier = Ptx.kernel(P + "@%p1 bar.sync 0;");
    assertThat(barrier.blocks().get(1).last().op()).isEqualTo(Op.BARRIER);
    Kernel exit = Ptx.kernel(P + "@!%p1 exit;");
    assertThat(exit.blocks().get(0).last().guardNegated()).isTrue();
    assertThat(exit.blocks().get(1).last().op()).isEqualTo(Op.EXIT);
    Kernel ret = Ptx.kernel(P + "@%p1 ret;");
    assertThat(ret.blocks().get(1).last().op()).isEqualTo(Op.EXIT);
    Kernel vote = Ptx.kernel(P + "@%p1 vote.sync.ballot.b32 %r2, %p1, -1;");
    assertThat(vote.blocks().get(1).last().op()).isEqualTo(Op.VOTE);
    assertThat(vote.fixedWidth()).isEqualTo(32);
  }

  @Test
  @DisplayName("a pragma of our functions of sub-groups gives their size, and no other one does")
  void sizedSubGroups() {
    String ballot = "vote.sync.ballot.b64 %rd2, %p1, -1;";
    Kernel sized = Ptx.kernel(P + ".pragma \"lockstep sub-groups of 64\";\n" + ballot);
    assertThat(sized.fixedWidth()).isEqualTo(64);
    assertThat(sized.subGroups()).isTrue();
    for (String other : List.of("nounroll", "lockstep sub-groups of 24", "lockstep sub-groups")) {
      Kernel warp = Ptx.kernel(P + ".pragma \"" + other + "\";\n" + ballot);
      assertThat(warp.fixedWidth()).as(other).isEqualTo(32);
      assertThat(warp.subGroups()).as(other).isFalse();
    }
  }

  @Test
  @DisplayName("a barrier ends its block")
  void barrierEndsBlock() {
    Kernel k = Ptx.kernel("bar.sync 0;\nadd.s32 %r2, %r2, 1;");
    assertThat(k.blocks()).hasSize(2);
    assertThat(k.blocks().get(0).last().op()).isEqualTo(Op.BARRIER);
    assertThat(k.blocks().get(0).successors()).containsExactly(1);
  }

  @Test
  void flagsOfABarrierNameTheMemoryThatItOrders() {
    String[] barriers = {"bar.sync.flags 0, ", "bar.warp.sync.flags -1, "};
    Op[] ops = {Op.BARRIER, Op.FENCE};
    for (int b = 0; b < 2; b++) {
      for (MemoryFence fence : MemoryFence.values()) {
        assertThat(first(barriers[b] + fence.ordinal() + ";", ops[b]).fence()).isEqualTo(fence);
      }
      assertThat(first(barriers[b] + "4;", ops[b]).fence()).isEqualTo(MemoryFence.NONE);
      assertThat(first(barriers[b] + "%r1;", ops[b]).fence()).isEqualTo(MemoryFence.BOTH);
      assertThat(first(barriers[b] + "1;", ops[b]).sources()).hasSize(1 - b);
    }
    assertThat(first("bar.sync 0;", Op.BARRIER).fence()).isEqualTo(MemoryFence.BOTH);
    assertThat(first("bar.sync 1, 64;", Op.BARRIER).fence()).isEqualTo(MemoryFence.BOTH);
  }

  @Test
  @DisplayName("barriers with counts and reductions")
  void barrierForms() {
    assertThat(first("bar.sync 1, 64;", Op.BARRIER).sources()).hasSize(2);
    assertThat(first("barrier.cta.sync.aligned 0;", Op.BARRIER).variant())
        .isEqualTo(Variant.Barrier.WAIT);
    assertThat(first("bar.arrive 1, 64;", Op.BARRIER).variant()).isEqualTo(Variant.Barrier.ARRIVE);
    Instruction red = first("bar.red.popc.u32 %r1, 0, %p1;", Op.BARRIER);
    assertThat(red.variant()).isEqualTo(Variant.Barrier.COUNT_TRUE);
    assertThat(red.destinations()).hasSize(1);
    assertThat(first("bar.red.and.pred %p2, 0, 32, !%p1;", Op.BARRIER).sources()).hasSize(3);
    Kernel warp = Ptx.kernel("bar.warp.sync -1;");
    assertThat(warp.fixedWidth()).isEqualTo(32);
  }

  private static Instruction first(String body, Op op) {
    return Ptx.code(body).stream().filter(i -> i.op() == op).findFirst().orElseThrow();
  }

  @Test
  @DisplayName("bra: not taken first, then taken; a loop is found")
  void aLoopsBranchIsNotTakenAndThenTaken() {
    Kernel k = Ptx.kernel("L1:\nadd.s32 %r1, %r1, 1;\n" + P + "@%p1 bra L1;");
    Block body = k.blocks().get(1);
    assertThat(body.successors()).containsExactly(2, 1);
    assertThat(body.loopDepth()).isEqualTo(1);
    assertThat(k.loops()).isEqualTo(1);
  }

  @Test
  @DisplayName("brx.idx is a switch over its table")
  void jumpTable() {
    Kernel k =
        Ptx.kernel(
            "T: .branchtargets A, B, A;\nbrx.idx %r1, T;\nA: add.s32 %r2, %r2, 1;\n"
                + "bra.uni C;\nB: add.s32 %r2, %r2, 2;\nC:");
    Block first = k.blocks().get(0);
    assertThat(first.last().op()).isEqualTo(Op.SWITCH);
    assertThat(first.successors()).containsExactly(1, 2, 1);
    assertThat(first.outcomeBits()).isEqualTo(2);
  }

  @Test
  @DisplayName("labels and registers of a brace scope are its own")
  void labelsAndRegistersOfABraceScopeAreItsOwn() {
    Kernel k =
        Ptx.kernel(
            "{ .reg .b32 t; mov.u32 t, 1; bra D; D: add.s32 %r1, t, 1; }\n"
                + "{ .reg .b64 t; mov.u64 t, 2; bra D; D: st.global.u64 [%rd1], t; }");
    assertThat(k.registerNames().stream().filter("t"::equals)).hasSize(2);
  }

  @Test
  @DisplayName("a trap ends the work-item with an error")
  void aTrapEndsTheWorkItemWithAnError() {
    Kernel k = Ptx.kernel(P + "@%p1 trap;");
    assertThat(k.blocks().get(1).last().variant()).isEqualTo(Variant.Exit.TRAP);
  }

  @Test
  @DisplayName("so does a failed assertion")
  void aFailedAssertionEndsTheWorkItemWithAnError() {
    Kernel k =
        Ptx.kernel(
            ".extern .func __assertfail(.param .b64 a)\n.noreturn;",
            "{ .param .b64 a; st.param.b64 [a], %rd1; call.uni __assertfail, (a); }");
    assertThat(k.blocks().get(0).last().op()).isEqualTo(Op.EXIT);
    assertThat(k.blocks().get(0).last().variant()).isEqualTo(Variant.Exit.TRAP);
  }

  private static final String SQUARE =
      ".func (.param .b32 out) square(.param .b32 in)\n{\n.reg .b32 %a<3>;\n"
          + "ld.param.u32 %a1, [in];\nmul.lo.s32 %a2, %a1, %a1;\nst.param.b32 [out], %a2;\nret;\n}";

  @Test
  @DisplayName("a call is inlined: arguments and results pass through registers")
  void aCallIsInlinedArgumentsAndResultsPassThroughRegisters() {
    Kernel k =
        Ptx.kernel(
            SQUARE,
            "{\n.param .b32 a;\nst.param.b32 [a], %r1;\n.param .b32 r;\n"
                + "call.uni (r),\nsquare,\n(a);\nld.param.b32 %r2, [r];\n}\n"
                + "st.global.u32 [%rd1], %r2;");
    List<Op> ops = Ptx.code(k).stream().filter(i -> i.line() > 0).map(Instruction::op).toList();
    assertThat(ops).containsExactly(Op.MOVE, Op.MOVE, Op.MUL, Op.MOVE, Op.MOVE, Op.STORE, Op.EXIT);
  }

  @Test
  @DisplayName("functions with parameters in registers are inlined too")
  void registerParameters() {
    Kernel k =
        Ptx.kernel(
            ".func (.reg .b32 out) twice(.reg .b32 in) { add.s32 out, in, in; ret; }",
            "call (%r2), twice, (%r1); st.global.u32 [%rd1], %r2;");
    assertThat(Ptx.code(k)).extracting(Instruction::op).contains(Op.ADD, Op.STORE);
  }

  @Test
  @DisplayName("vprintf is an event")
  void vprintfIsAnEvent() {
    Kernel k = Corpus.kernel("cu_call");
    Instruction printf =
        Ptx.code(k).stream().filter(i -> i.op() == Op.PRINTF).findFirst().orElseThrow();
    assertThat(printf.sources()).hasSize(2);
    assertThat(k.variables()).extracting("name").contains("$str", "__local_depot1");
    assertThat(k.privateBytes()).isEqualTo(48);
  }

  @Test
  @DisplayName("OpenCL's printf returns 0, CUDA's vprintf the number of arguments")
  void resultsOfPrinting() {
    assertThat(printed("vprintf").destinations()).hasSize(1);
    assertThat(printed("printf").destinations()).isEmpty();
  }

  private static Instruction printed(String name) {
    Kernel k =
        Ptx.kernel(
            ".extern .func (.param .b32 out) %s(.param .b64 f, .param .b64 a);".formatted(name),
            """
            { .param .b64 f; st.param.b64 [f], %rd1; .param .b64 a; st.param.b64 [a], %rd1;
            .param .b32 out; call.uni (out), NAME, (f, a); ld.param.b32 %r1, [out]; }
            st.global.u32 [%rd1], %r1;
            """
                .replace("NAME", name));
    return first(k, Op.PRINTF);
  }

  @Test
  @DisplayName("dynamic work-group memory begins behind the static one")
  void dynamicShared() {
    Kernel k =
        Ptx.kernel(
            ".extern .shared .align 16 .b8 dyn[];",
            ".shared .align 4 .b8 fixed[20];\nst.shared.u32 [dyn+4], 0;\nst.shared.u32 [fixed], 0;");
    assertThat(k.localBytes()).isEqualTo(32);
    Instruction store = first(k, Op.STORE);
    assertThat(store.sources().get(0).bits()).isEqualTo(32);
    assertThat(store.memory().offset()).isEqualTo(4);
  }

  private static Instruction first(Kernel k, Op op) {
    return Ptx.code(k).stream().filter(i -> i.op() == op).findFirst().orElseThrow();
  }

  @Test
  @DisplayName("parameters keep their order, alignment and size")
  void parametersKeepTheirOrderAlignmentAndSize() {
    Kernel k =
        new PtxFrontend()
            .read(
                "p.ptx",
                ".version 8.5 .target sm_50 .address_size 64\n.entry k(.param .u8 a,"
                    + " .param .u64 .ptr .global .align 4 b, .param .align 8 .b8 c[12], .param .f32 d)"
                    + " .reqntid 64, 2\n{ .reg .f32 f; ld.param.f32 f, [d]; ret; }",
                FrontendOptions.defaults())
            .get(0);
    assertThat(k.parameters()).extracting("offset").containsExactly(0, 8, 16, 28);
    assertThat(k.parameters()).extracting("bytes").containsExactly(1, 8, 12, 4);
    assertThat(k.requiredGroupSize()).containsExactly(64, 2, 1);
    Instruction load = first(k, Op.LOAD);
    assertThat(load.memory().space()).isEqualTo(Space.PARAMETER);
    assertThat(load.memory().slot()).isEqualTo(-1);
    assertThat(load.sources().get(0).bits()).isEqualTo(28);
  }

  private static LaunchBounds bounds(String directives, FrontendOptions options) {
    String text =
        ".version 8.5 .target sm_50 .address_size 64\n.entry k() " + directives + " { ret; }";
    return new PtxFrontend().read("p.ptx", text, options).get(0).bounds();
  }

  @ParameterizedTest
  @DisplayName("launch bounds are those of the directives, a block's size as the product")
  @CsvSource(
      delimiter = ';',
      value = {
        "'' ; 0; 0; 0",
        ".maxntid 16, 8, 2 ; 256; 0; 0",
        ".maxntid 128 .minnctapersm 3 ; 128; 3; 0",
        ".maxnctapersm 2 .maxnreg 20 ; 0; 2; 20",
        ".maxntid 1073741824, 1073741824 ; 2147483647; 0; 0",
      })
  void launchBoundsAreThoseOfTheDirectives(String text, int items, int groups, int registers) {
    assertThat(bounds(text, FrontendOptions.defaults()))
        .isEqualTo(new LaunchBounds(List.of(), items, groups, registers, 0));
  }

  @Test
  @DisplayName("attributes complete the bounds, and a text's own group size stays")
  void attributesCompleteTheBounds() {
    KernelAttributes given =
        new KernelAttributes(List.of(), List.of(), List.of(64), false, 18, false);
    FrontendOptions options = new FrontendOptions(Fusion.PERMITTED, Map.of("k", given));
    assertThat(bounds("", options)).isEqualTo(new LaunchBounds(List.of(64, 1, 1), 0, 0, 0, 18));
    assertThat(bounds(".reqntid 32, 2", options).groupSize()).containsExactly(32, 2, 1);
  }

  @Test
  @DisplayName("values that the text never defines are zero")
  void valuesThatTheTextNeverDefinesAreZero() {
    Kernel k = Ptx.kernel("st.global.u32 [%rd1], %r7;");
    assertThat(k.blocks().get(0).instructions())
        .filteredOn(i -> i.text().equals("(undefined in the text)"))
        .hasSize(2);
  }
}
