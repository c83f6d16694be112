// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.type.Space;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.program.Runner;
import io.lockstep.testsupport.Repository;
import io.lockstep.testsupport.Scratch;
import io.lockstep.trace.record.ProgramSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cards against figures that were worked out on paper. */
class CardTest {
  @TempDir private Path folder;

  private static ProgramCard measure(String workload) {
    Runner runner = new Runner(new Catalogue(List.of()), Plugins.frontends());
    try (ProgramSource source =
        runner.execute(Path.of(workload), Map.of(), RunOptions.defaults())) {
      return ProgramCard.measure(source, SourceLines.beside(Path.of(workload)));
    }
  }

  private static KernelCard card(String workload) {
    ProgramCard program = measure(workload);
    assertThat(program.kernels()).hasSize(1);
    return program.kernels().get(0);
  }

  private static List<AccessCard> accesses(KernelCard card, Op op, Space space) {
    return card.accesses().stream().filter(a -> a.op() == op && a.space() == space).toList();
  }

  private static long count(KernelCard card, OpClass c) {
    return card.operations().stream()
        .filter(o -> o.opClass() == c)
        .mapToLong(OperationCount::count)
        .sum();
  }

  /** A kernel of one array of words {@code o}, executed by one work-group of a size. */
  private KernelCard run(String body, int size) throws IOException {
    String kernel =
        Scratch.kernel(
            """

              .reg .pred %p<8>;
              .reg .b32 %r<16>;
              .reg .b64 %rd<8>;
              .shared .align 16 .b8 tile[4096];
              ld.param.u64 %rd1, [p0];
              mov.u32 %r1, %tid.x;
            """
                + body);
    return card(new Scratch(folder).workload(kernel, "", 65536, "1", Integer.toString(size)));
  }

  @Test
  @DisplayName("vecadd: 5000 words in 79 requests of 64, 157 lines of each array, one parting")
  void vecaddOf5000WordsMakes79RequestsOf64Lanes() {
    KernelCard card = card(Repository.workload("vecadd").toString());
    assertThat(card.launches().workItems()).isEqualTo(5120);
    assertThat(card.work().floating()).isEqualTo(5000);
    assertThat(card.traffic().bySpace()).isEqualTo(Map.of(Space.GLOBAL, 60_000L));
    assertThat(card.traffic().touchedBytes()).isEqualTo(3 * 157 * 128);
    assertThat(card.accesses()).hasSize(3);
    for (AccessCard a : card.accesses()) {
      assertThat(a.shape().patterns()).isEqualTo(Map.of(Pattern.UNIT_STRIDE, 79L));
      assertThat(a.shape().strideX()).isEqualTo(4);
      assertThat(a.device()).isEqualTo(new AccessCard.Device(79, 5000, 20_000, 20_000, 157));
    }
    // 5000 = 78 * 64 + 8: wavefront 78 parts, 79 leaves as a whole; 156 * 32 + 8 likewise.
    assertThat(card.branches()).containsExactly(new KernelCard.Branch(0, 32, 5120, 160, 1, 80, 1));
    assertThat(card.barriers()).isZero();
    assertThat(CardSummary.of(card))
        .containsExactly(
            "memory-bound by intensity, even with perfect caches: 0.08 flop/B (0.25 op/B with"
                + " integers) requested, 0.08 flop/B (0.25 op/B with integers) of touched lines");
  }

  @Test
  @DisplayName("matmul: 2 n^3 operations, tiles in rows of 16 words, no idle lane, no conflict")
  void matmulCounts2N3OperationsAndTilesInRowsOf16Words() {
    KernelCard card = card(Repository.workload("matmul").toString());
    int n = 64;
    int tiles = n / 16;
    assertThat(card.work().floating()).isEqualTo(2L * n * n * n);
    assertThat(count(card, OpClass.FLOAT_FMA)).isEqualTo((long) n * n * n);
    // Each work-item loads a word of A and of B for each tile, and stores one word of C.
    assertThat(card.traffic().bySpace().get(Space.GLOBAL)).isEqualTo(4L * n * n * (2 * tiles + 1));
    assertThat(card.traffic().touchedBytes()).isEqualTo(3L * 4 * n * n);
    for (AccessCard a : accesses(card, Op.LOAD, Space.GLOBAL)) {
      assertThat(a.pattern()).isEqualTo(Pattern.TWO_D);
      assertThat(List.of(a.shape().strideX(), a.shape().strideY())).containsExactly(4L, 4L * n);
      // 64 lanes are four rows of 64 bytes.
      assertThat(a.device().lines()).isEqualTo(4 * a.requests());
      assertThat(2 * a.device().distinctBytes()).isEqualTo(128 * a.device().lines());
    }
    List<AccessCard> shared = accesses(card, Op.LOAD, Space.LOCAL);
    assertThat(shared).hasSize(32);
    for (int k = 0; k < 32; k++) {
      AccessCard a = shared.get(k);
      assertThat(a.pattern()).isEqualTo(Pattern.TWO_D);
      assertThat(List.of(a.shape().strideX(), a.shape().strideY()))
          .isEqualTo(k % 2 == 0 ? List.of(0L, 64L) : List.of(4L, 0L));
      assertThat(a.local().passes16()).isEqualTo(a.local().fewest16());
      assertThat(a.local().passes32()).isEqualTo(a.local().fewest32());
    }
    assertThat(card.wide().activeLanes()).isEqualTo(card.wide().lanes());
    assertThat(card.branches()).allMatch(b -> b.wideParted() == 0 && b.narrowParted() == 0);
    assertThat(card.barriers()).isEqualTo(2L * tiles * n * n);
  }

  @Test
  @DisplayName("transpose, padded to 17 words: free of conflicts on 16 banks, two passes on 32")
  void aPaddedTransposeIsFreeOfConflictsOn16Banks() {
    KernelCard card = card(Repository.workload("transpose").toString());
    List<AccessCard> load = accesses(card, Op.LOAD, Space.GLOBAL);
    List<AccessCard> store = accesses(card, Op.STORE, Space.GLOBAL);
    assertThat(load).hasSize(1);
    assertThat(store).hasSize(1);
    assertThat(List.of(load.get(0).shape().strideX(), load.get(0).shape().strideY()))
        .containsExactly(4L, 512L);
    assertThat(List.of(store.get(0).shape().strideX(), store.get(0).shape().strideY()))
        .containsExactly(4L, 256L);
    AccessCard write = accesses(card, Op.STORE, Space.LOCAL).get(0);
    AccessCard read = accesses(card, Op.LOAD, Space.LOCAL).get(0);
    assertThat(List.of(write.shape().strideX(), write.shape().strideY())).containsExactly(4L, 68L);
    assertThat(List.of(read.shape().strideX(), read.shape().strideY())).containsExactly(68L, 4L);
    for (AccessCard a : List.of(write, read)) {
      // 128 wavefronts are 512 half-warps; two rows of a pair of half-warps share bank 0.
      assertThat(a.local()).isEqualTo(new AccessCard.Local(8192, 512, 512, 512, 256));
    }
    assertThat(card.work().floating()).isZero();
    assertThat(card.barriers()).isEqualTo(8192);
  }

  @Test
  @DisplayName("diverge: of eight neighbours one goes each way, in every turn of every wavefront")
  void oneOfEightNeighboursGoesEachWay() {
    KernelCard card = card(Repository.workload("diverge").toString());
    // Ten groups of 200 are 3 whole wavefronts of 64 and one of 8, or 6 of 32 and one of 8.
    assertThat(card.wide().wavefronts()).isEqualTo(40);
    assertThat(card.narrow().wavefronts()).isEqualTo(70);
    int trips = 37;
    for (int arm = 0; arm < 3; arm++) {
      int line = new int[] {49, 51, 53}[arm];
      KernelCard.Branch b =
          card.branches().stream().filter(x -> x.line() == line).findFirst().orElseThrow();
      assertThat(b.wide()).isEqualTo(40 * trips);
      assertThat(b.wideParted()).isEqualTo(b.wide());
      assertThat(b.narrowParted()).isEqualTo(70 * trips);
      assertThat(b.workItems()).isEqualTo(2000L * trips * (8 - arm) / 8);
    }
    assertThat(CardSummary.of(card))
        .anyMatch(s -> s.matches("54\\.9% of lanes idle at width 64.*"));
  }

  @ParameterizedTest
  @DisplayName("ldsstride: a stride of s words takes gcd(s, banks) passes")
  @CsvSource({"1, 1, 1", "2, 2, 2", "5, 1, 1", "8, 8, 8", "12, 4, 4", "16, 16, 16", "32, 16, 32"})
  void aStrideOfSWordsTakesGcdPasses(int stride, int of16, int of32) throws IOException {
    Path original = Repository.workload("ldsstride");
    String text =
        Files.readString(original)
            .replace("{i32: 5}", "{i32: " + stride + "}")
            .replace("../kernels", original.getParent().resolveSibling("kernels").toString())
            .replaceAll("(?s)expect:.*", "");
    Path workload = folder.resolve("s.yaml");
    Files.writeString(workload, text);
    List<AccessCard> reads =
        accesses(card(workload.toString()), Op.LOAD, Space.LOCAL).stream()
            .filter(a -> a.requests() > 0)
            .toList();
    assertThat(reads).hasSize(4);
    for (AccessCard a : reads) {
      assertThat(a.requests()).isEqualTo(100);
      assertThat(a.local().fewest16()).isEqualTo(400);
      assertThat(a.local().passes16()).isEqualTo(400L * of16);
      assertThat(a.local().passes32()).isEqualTo(200L * of32);
    }
  }

  @Test
  @DisplayName("spmv: two operations and twelve bytes an element, gathers scattered, loop parts")
  void spmvTakesTwoOperationsAndTwelveBytesAnElement() {
    ProgramCard program = measure(Repository.workload("spmv").toString());
    KernelCard card = program.kernels().get(0);
    long elements =
        program.program().buffers().stream()
            .filter(b -> b.name().equals("val"))
            .findFirst()
            .orElseThrow()
            .count();
    assertThat(card.work().floating()).isEqualTo(2 * elements);
    // Two row pointers and a result for each of 1024 rows; value, column and x for each element.
    assertThat(card.traffic().requested()).isEqualTo(1024 * 12 + elements * 12);
    List<AccessCard> loads = accesses(card, Op.LOAD, Space.GLOBAL);
    assertThat(loads.subList(0, 2)).allMatch(a -> a.pattern() == Pattern.UNIT_STRIDE);
    assertThat(loads.subList(2, loads.size())).allMatch(a -> a.pattern() == Pattern.SCATTERED);
    assertThat(loads.get(1).device().lines()).isEqualTo(16 * 3); // begins 4 bytes into a line
    assertThat(card.branches()).anyMatch(b -> 2 * b.wideParted() > b.wide());
    assertThat(CardSummary.of(card))
        .anyMatch(s -> s.startsWith("memory-bound by intensity"))
        .anyMatch(s -> s.contains("is scattered"));
  }

  @ParameterizedTest
  @DisplayName("what lanes ask for in one request: pattern, lines of 128 bytes, share used")
  @CsvSource({
    // factor on the work-item's number (bytes), pattern, lines, distinct bytes
    "4, unit-stride, 2, 256",
    "8, strided, 4, 256",
    "32, strided, 16, 256",
    "128, strided, 64, 256",
    "512, strided, 64, 256",
    "0, uniform, 1, 4"
  })
  void whatLanesAskForInOneRequest(int bytes, String pattern, int lines, int distinct)
      throws IOException {
    KernelCard card =
        run(
            "  mul.lo.u32 %r2, %r1, "
                + bytes
                + ";\n  cvt.u64.u32 %rd2, %r2;\n"
                + "  add.u64 %rd3, %rd1, %rd2;\n  ld.global.u32 %r3, [%rd3];\n",
            64);
    AccessCard a = card.accesses().get(0);
    assertThat(a.pattern().text()).isEqualTo(pattern);
    assertThat(a.shape().strideX()).isEqualTo(bytes);
    assertThat(a.device()).isEqualTo(new AccessCard.Device(1, 64, 256, distinct, lines));
  }

  @ParameterizedTest
  @DisplayName(
      "integer operations of one instruction: a multiply-add is two, a dot product all of it")
  @CsvSource({
    "'add.u32 %r2, %r1, %r1;', 1",
    "'mul.lo.u32 %r2, %r1, %r1;', 1",
    "'mad.lo.u32 %r2, %r1, %r1, %r1;', 2",
    "'mad.hi.u32 %r2, %r1, %r1, %r1;', 2",
    "'mad.wide.u32 %rd2, %r1, %r1, %rd1;', 2",
    "'mad24.lo.u32 %r2, %r1, %r1, %r1;', 2",
    "'dp4a.u32.u32 %r2, %r1, %r1, %r1;', 8",
    "'dp2a.lo.u32.u32 %r2, %r1, %r1, %r1;', 4",
    "'mov.u32 %r2, %r1;', 0",
  })
  void integerOperationsOfOneInstructionAMultiplyAddIsTwo(String line, int operations)
      throws IOException {
    assertThat(run("  " + line + "\n", 64).work())
        .isEqualTo(new KernelCard.Work(0, 64L * operations));
  }

  @Test
  @DisplayName("bytes that caches would give again do not bind to memory")
  void bytesThatCachesWouldGiveAgainDoNotBindToMemory() throws IOException {
    // 64 x 5 additions: below two for each of 256 bytes requested, above for each of 128 touched.
    String add = "  add.u32 %r2, %r2, %r1;\n";
    KernelCard card = run("  ld.global.u32 %r2, [%rd1];\n" + add.repeat(5), 64);
    assertThat(CardSummary.of(card).get(0)).startsWith("bound by memory or compute");
    assertThat(CardSummary.of(run("  ld.global.u32 %r2, [%rd1];\n" + add.repeat(3), 64)).get(0))
        .startsWith("memory-bound by intensity");
  }

  @Test
  @DisplayName("a texel of four floats counts 16 bytes")
  void aTexelOfFourFloatsCounts16Bytes() {
    KernelCard card = card(Repository.workload("il_copy").toString());
    assertThat(card.traffic().bySpace().get(Space.TEXTURE))
        .isEqualTo(16 * accesses(card, Op.TEXTURE, Space.TEXTURE).get(0).workItems());
  }

  @Test
  @DisplayName("lanes of one request that mean different memories are counted where they go")
  void lanesOfOneRequestThatMeanDifferentMemoriesAreCountedWhereTheyGo() throws IOException {
    // Lanes 0 to 15 read their own memory, 16 to 31 local memory, 32 to 63 the array.
    KernelCard card =
        run(
            "  .local .align 4 .b8 own[256];\n  mov.u64 %rd2, tile;\n"
                + "  cvta.shared.u64 %rd3, %rd2;\n  mov.u64 %rd2, own;\n"
                + "  cvta.local.u64 %rd6, %rd2;\n  shr.u32 %r2, %r1, 4;\n"
                + "  setp.eq.u32 %p1, %r2, 1;\n  selp.b64 %rd4, %rd3, %rd1, %p1;\n"
                + "  setp.eq.u32 %p2, %r2, 0;\n  selp.b64 %rd4, %rd6, %rd4, %p2;\n"
                + "  mul.wide.u32 %rd5, %r1, 4;\n  add.u64 %rd4, %rd4, %rd5;\n"
                + "  ld.u32 %r3, [%rd4];\n",
            64);
    AccessCard load = accesses(card, Op.LOAD, Space.GENERIC).get(0);
    assertThat(load.device().workItems()).isEqualTo(32);
    assertThat(load.local().workItems()).isEqualTo(16);
    assertThat(card.traffic().bySpace())
        .isEqualTo(Map.of(Space.GLOBAL, 4 * 32L, Space.LOCAL, 4 * 16L, Space.PRIVATE, 4 * 16L));
  }

  @Test
  @DisplayName("atomics: 64 work-items at four addresses are sixteen an address")
  void contentionIsCountedByAddress() throws IOException {
    KernelCard card =
        run(
            "  and.b32 %r2, %r1, 3;\n  mul.wide.u32 %rd2, %r2, 4;\n  add.u64 %rd3, %rd1, %rd2;\n"
                + "  red.global.add.u32 [%rd3], 1;\n",
            128);
    AccessCard a = card.accesses().get(0);
    assertThat(a.requests()).isEqualTo(2);
    assertThat(a.workItems()).isEqualTo(128);
    assertThat(a.atomic()).isEqualTo(new AccessCard.Contention(8, 32));
    assertThat(CardSummary.of(card))
        .contains(
            "atomics at line 15: 16.00 work-items an address in a request of 64 lanes, 16.00 at the"
                + " busiest one; add within the work-group first");
  }

  @Test
  @DisplayName("a loop of tid & 7 turns: eight rounds, of which the lanes leave one by one")
  void aLoopOfUpTo7TurnsLosesItsLanesOneByOne() throws IOException {
    KernelCard card =
        run(
            "  and.b32 %r2, %r1, 7;\nloop:\n  setp.eq.u32 %p1, %r2, 0;\n  @%p1 bra out;\n"
                + "  sub.u32 %r2, %r2, 1;\n  bra loop;\nout:\n",
            64);
    KernelCard.Branch b = card.branches().get(0);
    // Rounds of 64, 56, … 8 lanes; in the first seven some leave, in the last all.
    assertThat(b).isEqualTo(new KernelCard.Branch(b.block(), 15, 288, 16, 14, 8, 7));
    KernelCard.Line turn =
        card.lines().stream().filter(l -> l.line() == 16).findFirst().orElseThrow();
    assertThat(turn.instructions()).isEqualTo(7 + 6 + 5 + 4 + 3 + 2 + 1 << 3);
    assertThat(turn.wide()).isEqualTo(7);
    assertThat(turn.narrow()).isEqualTo(14);
    assertThat(turn.source()).isEqualTo("sub.u32 %r2, %r2, 1;");
  }

  @Test
  @DisplayName("texels and constants apart from global memory; helper pixels write nothing")
  void texelsAndConstantsApartFromGlobalMemory() {
    KernelCard card = card(Repository.workload("il_pixels_odd").toString());
    AccessCard store =
        card.accesses().stream().filter(a -> a.op() == Op.STORE).findFirst().orElseThrow();
    KernelCard.Shape shape = card.launches().shapes().get(0);
    long pixels = (long) shape.domainWidth() * shape.domainHeight();
    assertThat(shape.domainWidth() % 2).isEqualTo(1);
    assertThat(card.launches().workItems()).isGreaterThan(pixels);
    assertThat(store.workItems()).isEqualTo(pixels);
    assertThat(store.pattern()).isEqualTo(Pattern.TWO_D);
    assertThat(store.shape().strideX()).isEqualTo(16);
    assertThat(store.shape().strideY()).isEqualTo(16L * shape.domainWidth());
  }
}
