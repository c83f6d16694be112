// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.OperationCount;
import io.lockstep.inspect.card.ProgramCard;
import io.lockstep.inspect.format.CardCsv;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.testsupport.RandomWorkload;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.record.ProgramSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A card's sums are those of the execution, of the trace and of simulated devices. */
@Tag("slow")
class CardAccountingTest {
  @TempDir private Path folder;

  private final Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
  private final Runner runner = new Runner(catalogue, Plugins.frontends());

  private ProgramCard measure(Path workload) {
    try (ProgramSource source = runner.execute(workload, Map.of(), RunOptions.defaults())) {
      return ProgramCard.measure(source, SourceLines.beside(workload));
    }
  }

  private static void sums(ProgramCard program) {
    long all = 0;
    for (KernelCard card : program.kernels()) {
      all += card.instructions();
      assertThat(card.operations().stream().mapToLong(OperationCount::count).sum())
          .isEqualTo(card.instructions());
      assertThat(card.lines().stream().mapToLong(KernelCard.Line::instructions).sum())
          .isEqualTo(card.instructions());
      for (KernelCard.Width w : List.of(card.narrow(), card.wide())) {
        assertThat(w.activeLanes()).isEqualTo(card.instructions()).isLessThanOrEqualTo(w.lanes());
      }
      assertThat(card.lines().stream().mapToLong(KernelCard.Line::wide).sum())
          .isEqualTo(card.wide().instructions());
      assertThat(card.lines().stream().mapToLong(KernelCard.Line::narrow).sum())
          .isEqualTo(card.narrow().instructions());
      accesses(card);
      for (KernelCard.Branch b : card.branches()) {
        assertThat(b.wideParted()).isLessThanOrEqualTo(b.wide());
        assertThat(b.narrowParted()).isLessThanOrEqualTo(b.narrow());
        assertThat(b.workItems()).isEqualTo(card.blocks().get(b.block()).workItems());
      }
    }
    assertThat(all).isEqualTo(program.outcome().workItemInstructions());
  }

  private static void accesses(KernelCard card) {
    long recorded = 0;
    for (Block block : card.text().kernel().blocks()) {
      recorded += block.instructions().stream().filter(i -> i.isRecorded()).count();
    }
    assertThat(card.accesses()).hasSize((int) recorded);
    boolean pixels = card.text().kernel().isPixelKernel();
    for (AccessCard a : card.accesses()) {
      KernelCard.BlockCount block = card.blocks().get(a.block());
      if (!pixels) { // helpers write nothing
        assertThat(a.workItems()).isEqualTo(block.workItems());
        assertThat(a.requests()).isEqualTo(block.wide());
      }
      if (a.space() != Space.TEXTURE && a.space() != Space.GENERIC) {
        assertThat(a.shape().patterns().values().stream().mapToLong(Long::longValue).sum())
            .isEqualTo(a.requests());
      }
      AccessCard.Device d = a.device();
      assertThat(d.distinctBytes()).isLessThanOrEqualTo(d.bytes());
      assertThat(d.lines()).isLessThanOrEqualTo(d.workItems());
      assertThat(d.distinctBytes()).isLessThanOrEqualTo(128 * d.lines());
      assertThat(a.local().passes16()).isGreaterThanOrEqualTo(a.local().fewest16());
      assertThat(a.local().passes32()).isGreaterThanOrEqualTo(a.local().fewest32());
    }
  }

  private static long figure(RunResult result, String name) {
    return result.statistics().get(name).longValueExact();
  }

  /**
   * Devices that simulate the program saw as many wavefronts' instructions and lanes. Those of the
   * TeraScale family run the taken side of a branch first, so they may meet again elsewhere; CDNA
   * asks for uniform values once.
   */
  private void devices(Path workload, ProgramCard card) {
    List<RunResult> results =
        SharedProgram.run(
            runner,
            workload,
            Map.of(),
            List.of(
                new Runner.Target(catalogue.spec("gtx280")),
                new Runner.Target(catalogue.spec("mi100")),
                new Runner.Target(catalogue.spec("hd5870"))),
            RunOptions.defaults());
    assertThat(results).allMatch(RunResult::isSimulated);
    long narrow = card.kernels().stream().mapToLong(k -> k.narrow().instructions()).sum();
    long wide = card.kernels().stream().mapToLong(k -> k.wide().instructions()).sum();
    assertThat(figure(results.get(0), "wavefront_instructions")).isEqualTo(narrow);
    assertThat(figure(results.get(1), "wavefront_instructions")).isEqualTo(wide);
    for (RunResult r : results) {
      assertThat(figure(r, "lanes.active")).isEqualTo(card.outcome().workItemInstructions());
      if (r.device().equals("mi100")) {
        continue;
      }
      assertThat(figure(r, "memory.bytes_requested"))
          .isEqualTo(
              card.kernels().stream()
                  .mapToLong(k -> k.traffic().bySpace().getOrDefault(Space.GLOBAL, 0L))
                  .sum());
      assertThat(figure(r, "atomic.operations"))
          .isEqualTo(
              card.kernels().stream()
                  .flatMap(k -> k.accesses().stream())
                  .filter(a -> a.op() == Op.ATOMIC && a.space() == Space.GLOBAL)
                  .mapToLong(AccessCard::workItems)
                  .sum());
    }
  }

  @ParameterizedTest
  @DisplayName("random kernels: sums, devices, and the same card from the trace")
  @ValueSource(longs = {1, 4, 21, 22, 28, 41})
  void sumsOfRandomKernelsAgreeOnAllDevicesAndForTheTrace(long seed) throws IOException {
    RandomWorkload random = new RandomWorkload(seed, seed > 20, seed > 20 && seed % 2 == 0);
    Files.writeString(folder.resolve("r.ptx"), random.kernel());
    Path workload = Files.writeString(folder.resolve("r.yaml"), random.workload("r"));
    ProgramCard card = measure(workload);
    sums(card);
    devices(workload, card);
    SourceLines sources = SourceLines.beside(workload);
    Path trace = folder.resolve("r.lkt");
    assertThat(Cli.run("record", workload.toString(), "-o", trace.toString()).code()).isZero();
    try (TraceFile file = TraceFile.open(trace);
        ProgramSource replay = file.replay()) {
      ProgramCard replayed = ProgramCard.measure(replay, sources);
      assertThat(CardCsv.program(replayed, sources)).isEqualTo(CardCsv.program(card, sources));
    }
  }

  @ParameterizedTest
  @DisplayName("workloads with all kinds of memory, control flow and geometry: cards add up")
  @ValueSource(
      strings = {
        "atomics", "barloop", "bfs", "bitonic", "cu_call", "cu_texconst", "il_pixels_odd",
        "il_reduce_lds", "nested", "privptr", "privptr_32", "reduce", "switches", "vecint"
      })
  void workloadsWithAllKindsOfMemory(String name) {
    sums(measure(Path.of(Cli.workload(name))));
  }
}
