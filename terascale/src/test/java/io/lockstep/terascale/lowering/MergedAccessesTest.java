package io.lockstep.terascale.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.terascale.FiveSlots;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.RandomPtx;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Neighbouring dwords of global memory, as LLVM's vectorizer of loads and stores takes them. */
class MergedAccessesTest {
  private static final Set<CodeOption> MERGED = EnumSet.of(CodeOption.MERGED_ACCESSES);

  private static TeraScaleKernel lower(String body, Set<CodeOption> options) {
    String text =
        ".version 6.0\n.target sm_60\n.address_size 64\n.visible .entry k(.param .u64 o) {\n"
            + ".reg .b64 %a<8>; .reg .b32 %r<12>; .reg .pred %p;\n"
            + "ld.param.u64 %a0, [o]; mov.u32 %r0, %tid.x; mul.wide.u32 %a1, %r0, 64;\n"
            + "add.s64 %a1, %a0, %a1;\n"
            + body
            + "ret;\n}\n";
    return Targets.lower(Kernels.ptx("k", text).get(0), new FiveSlots(), options);
  }

  private static List<Integer> bytes(TeraScaleKernel code, MachineOp.Kind kind) {
    return code.clauses().stream()
        .flatMap(List::stream)
        .flatMap(c -> c.ops().stream())
        .filter(op -> op.kind() == kind)
        .map(MachineOp::bytes)
        .toList();
  }

  private static List<Integer> loads(String body, Set<CodeOption> options) {
    String sum = "add.s32 %r5, %r1, %r2; add.s32 %r6, %r3, %r4; add.s32 %r5, %r5, %r6;\n";
    return bytes(lower(body + sum + "st.global.u32 [%a1+128], %r5;\n", options), FETCH);
  }

  private static final MachineOp.Kind FETCH = MachineOp.Kind.FETCH;
  private static final MachineOp.Kind STORE = MachineOp.Kind.STORE;
  private static final String FOUR =
      "ld.global.u32 %r1, [%a1]; ld.global.u32 %r3, [%a1+8];\n"
          + "ld.global.u32 %r2, [%a1+4]; ld.global.u32 %r4, [%a1+12];\n";

  @Test
  void fourLoadsSideBySideAreOneFetchWhateverTheirOrder() {
    assertThat(loads(FOUR, MERGED)).containsExactly(16);
    assertThat(loads(FOUR, EnumSet.noneOf(CodeOption.class))).containsExactly(4, 4, 4, 4);
  }

  @Test
  void threeLoadsAreAFetchOfTwoAndOneOfOne() {
    String three = FOUR.replace("[%a1+12]", "[%a1+32]");
    assertThat(loads(three, MERGED)).containsExactlyInAnyOrder(8, 4, 4);
  }

  @Test
  void aLowerAddressThatIsLoadedLaterIsFetchedWithTheFirst() {
    String falling = FOUR.replace("[%a1]", "[%a1+-4]").replace("[%a1+12]", "[%a1]");
    assertThat(loads(falling, MERGED)).containsExactly(16);
  }

  @Test
  void addressesOfSeveralRegistersAreCompared() {
    String sums =
        "add.s32 %r7, %r0, 5; add.s32 %r8, %r0, 6; mul.wide.u32 %a3, %r7, 4;\n"
            + "mul.wide.u32 %a4, %r8, 4; add.s64 %a3, %a0, %a3; add.s64 %a4, %a0, %a4;\n"
            + "ld.global.u32 %r1, [%a3]; ld.global.u32 %r2, [%a4]; mov.u32 %r3, 0; mov.u32 %r4, 0;\n";
    assertThat(loads(sums, MERGED)).containsExactly(8);
  }

  @Test
  void loadsOnBothSidesOfAStoreOrABarrierStayApart() {
    for (String between : List.of("st.global.u32 [%a1+64], %r0;\n", "bar.sync 0;\n")) {
      assertThat(loads(FOUR.replace("\n", between), MERGED)).doesNotContain(16);
    }
  }

  @Test
  void volatileAndGuardedLoadsStayApart() {
    assertThat(loads(FOUR.replace("ld.global", "ld.volatile.global"), MERGED))
        .containsExactly(4, 4, 4, 4);
    String guarded = "setp.gt.s32 %p, %r0, 3; " + FOUR.replace("ld.global", "@%p ld.global");
    assertThat(loads(guarded, MERGED)).containsExactly(4, 4, 4, 4);
  }

  @Test
  void storesSideBySideAreOneUnlessAnotherAccessIsBetween() {
    String stores =
        "st.global.u32 [%a1+4], %r0; add.s32 %r1, %r0, 9; st.global.u32 [%a1], %r1;\n"
            + "BETWEEN st.global.u32 [%a1+8], %r0; st.global.u32 [%a1+12], %r1;\n";
    assertThat(bytes(lower(stores.replace("BETWEEN", ""), MERGED), STORE)).containsExactly(16);
    String load = "ld.global.u32 %r2, [%a0]; add.s32 %r0, %r0, %r2;";
    assertThat(bytes(lower(stores.replace("BETWEEN", load), MERGED), STORE)).containsExactly(8, 8);
  }

  @Test
  void everyRecordedAccessIsCarriedOutOnce() {
    TeraScaleKernel code = lower(FOUR + "st.global.u32 [%a1+64], %r1;\n", MERGED);
    int silent = 0;
    for (int[] block : code.table().silent) {
      silent += block.length;
    }
    assertThat(silent).isEqualTo(3);
    assertThat(code.table().merged).containsExactly(true, false);
  }

  @Property(tries = 60)
  void randomKernelsKeepEveryRule(@ForAll long seed) {
    Targets.lower(
        Kernels.ptx("k", RandomPtx.kernel(seed, 60, true)).get(0), new FiveSlots(), MERGED);
  }
}
