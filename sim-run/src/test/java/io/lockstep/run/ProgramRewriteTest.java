// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.kernel.type.Space;
import io.lockstep.run.program.Runner;
import io.lockstep.trace.change.Rewrite;
import io.lockstep.trace.change.SourcePlaces;
import io.lockstep.trace.change.apply.ProgramChange;
import io.lockstep.trace.record.ForwardingProgramSource;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded programs that are changed as a whole, beside those that programmers wrote instead. */
class ProgramRewriteTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Runner RUNNER = new Runner(new Catalogue(List.of()), Plugins.frontends());

  /** What a program did: its steps, groups, addresses in global memory, and barriers passed. */
  private static final class Told {
    final List<String> steps = new ArrayList<>();
    final List<Long> addresses = new ArrayList<>();
    final List<Kernel> kernels = new ArrayList<>();
    long groups;
    long barriers;
    int groupSize;
    int localBytes; // beyond those that the kernel declares

    List<Long> sorted() {
      return addresses.stream().sorted().toList();
    }
  }

  private static Told told(String pair, Map<String, String> parameters, String... rewrites) {
    return told(Long.MAX_VALUE, pair, parameters, rewrites);
  }

  private static Told told(
      long mostBytes, String pair, Map<String, String> parameters, String... rewrites) {
    return told(mostBytes, executed(pair, parameters), rewrites);
  }

  private static ProgramSource executed(String pair, Map<String, String> parameters) {
    return RUNNER.execute(
        ROOT.resolve("validation/advice/" + pair + ".yaml"), parameters, RunOptions.defaults());
  }

  private static Told told(long mostBytes, ProgramSource source, String... rewrites) {
    List<Rewrite> all = List.of(rewrites).stream().map(r -> Rewrite.of(r, "test")).toList();
    Told told = new Told();
    HostStep.Launch launch = null;
    try (ProgramSource changed =
        ProgramChange.of(source.program(), List.of(), all, SourcePlaces.OWN)
            .apply(source, mostBytes)) {
      told.kernels.addAll(changed.program().kernels());
      for (ProgramItem i = changed.next(); i != ProgramItem.END; i = changed.next()) {
        if (i instanceof HostStep step) {
          launch = step.asLaunch();
          told.steps.add(step.getClass().getSimpleName());
          told.localBytes = launch == null ? told.localBytes : launch.dynamicLocalBytes();
        } else if (i instanceof WorkGroupRecord group) {
          assertThat(group.group()).isLessThan(launch.geometry().groups());
          told.groups++;
          told.groupSize = launch.geometry().groupSize();
          Kernel kernel = changed.program().kernels().get(launch.kernel());
          group.segments().forEach(s -> add(told, kernel, s, told.groupSize));
        }
      }
    }
    return told;
  }

  /** Walks the paths of a segment. */
  private static void add(Told told, Kernel kernel, Segment s, int items) {
    for (int item = 0; item < items; item++) {
      int path = s.pathOf(item);
      if (path < 0) {
        continue;
      }
      int[] executions = new int[kernel.memorySlots()];
      int at = s.firstBlock(path);
      int bit = s.firstOutcome(path);
      for (int n = s.blockCount(path); n > 0; n--) {
        Block block = kernel.blocks().get(at);
        for (Instruction i : block.instructions()) {
          told.barriers += i.op() == Op.BARRIER ? 1 : 0;
          if (i.isRecorded() && i.memory().space() == Space.GLOBAL) {
            int slot = i.memory().slot();
            int occurrence = executions[slot]++;
            told.addresses.add(s.address(s.run(slot, occurrence, -1), occurrence, item, items, 1));
          }
        }
        int bits = block.outcomeBits();
        if (n > 1) {
          at = block.successors().get(bits == 0 ? 0 : s.outcome(bit, bits));
        }
        bit += bits;
      }
      assertThat(bit).as("outcomes of the path").isEqualTo(s.endOutcome(path));
    }
  }

  private static List<Instruction> code(Told told, String kernel) {
    return told.kernels.stream()
        .filter(k -> k.name().equals(kernel))
        .flatMap(k -> k.blocks().stream())
        .flatMap(b -> b.instructions().stream())
        .toList();
  }

  @Test
  void launchesThatShareNothingBecomeTheOneLaunchThatAProgrammerWrote() {
    Map<String, String> small = Map.of("n", "4096");
    Told one = told("dev/launches_slow", small, "one-launch");
    Told written = told("dev/launches_fast", small);
    assertThat(one.steps).isEqualTo(written.steps);
    assertThat(one.groups).isEqualTo(written.groups);
    assertThat(one.addresses).isEqualTo(written.addresses);
  }

  @Test
  void launchesThatReadWhatAnotherWritesStayApart() {
    assertThat(told("exam/relax_fast", Map.of(), "one-launch").steps)
        .isEqualTo(told("exam/relax_fast", Map.of()).steps);
  }

  /** The same program, whose host waits for the device after each launch. */
  private static ProgramSource awaited(ProgramSource source) {
    return new ForwardingProgramSource(source) {
      private boolean isLaunched;

      @Override
      public ProgramItem next() {
        if (isLaunched) {
          isLaunched = false;
          return new HostStep.Synchronize(0);
        }
        ProgramItem item = source.next();
        isLaunched = item instanceof LaunchEnd;
        return item;
      }
    };
  }

  @Test
  void launchesBetweenWhichTheHostWaitsAreOneOnlyIfItDoesNotWait() {
    Map<String, String> small = Map.of("n", "4096");
    List<String> apart = new ArrayList<>();
    told(Long.MAX_VALUE, executed("dev/launches_slow", small))
        .steps
        .forEach(step -> apart.addAll(List.of(step, "Synchronize")));
    ProgramSource waiting = awaited(executed("dev/launches_slow", small));
    assertThat(told(Long.MAX_VALUE, waiting, "one-launch").steps).isEqualTo(apart);
    waiting = awaited(executed("dev/launches_slow", small));
    assertThat(told(Long.MAX_VALUE, waiting, "no-waits", "one-launch").steps)
        .containsExactly("Launch", "Synchronize");
  }

  @Test
  void theHostStillWaitsBeforeTransfers() {
    ProgramSource waiting = awaited(executed("dev/transfers_slow", Map.of()));
    assertThat(told(Long.MAX_VALUE, waiting, "no-waits").steps)
        .isEqualTo(told(Long.MAX_VALUE, awaited(executed("dev/transfers_slow", Map.of()))).steps)
        .contains("Synchronize");
  }

  @Test
  void pinnedTransfersAreThoseOfPageLockedMemoryAlsoInStreams() {
    assertThat(locked("dev/transfers_slow")).containsOnly(false);
    assertThat(locked("dev/transfers_slow", "pinned")).hasSize(17).containsOnly(true);
  }

  /** Whether each transfer is of page-locked memory; all of them are in a stream. */
  private static List<Boolean> locked(String pair, String... rewrites) {
    List<Boolean> locked = new ArrayList<>();
    ProgramSource source =
        new ForwardingProgramSource(executed(pair, Map.of())) {
          @Override
          public ProgramItem next() {
            ProgramItem item = source.next();
            return item instanceof HostStep.Upload || item instanceof HostStep.Download
                ? new HostStep.InStream(1, (HostStep) item)
                : item;
          }
        };
    List<Rewrite> all = List.of(rewrites).stream().map(r -> Rewrite.of(r, "test")).toList();
    try (ProgramSource changed =
        ProgramChange.of(source.program(), List.of(), all, SourcePlaces.OWN).apply(source)) {
      for (ProgramItem i = changed.next(); i != ProgramItem.END; i = changed.next()) {
        if (i instanceof HostStep.InStream s && s.operation() instanceof HostStep.Upload u) {
          locked.add(u.pinned());
        } else if (i instanceof HostStep.InStream s
            && s.operation() instanceof HostStep.Download d) {
          locked.add(d.pinned());
        }
      }
    }
    return locked;
  }

  @Test
  void residentBuffersAreTransferredAsAProgrammerWouldHaveWritten() {
    assertThat(told("dev/transfers_slow", Map.of(), "resident").steps)
        .isEqualTo(told("dev/transfers_fast", Map.of()).steps);
  }

  @Test
  void roundsAreDividedAmongGroupsWithoutChangingAnyAccess() {
    Told own = told("dev/groups_slow", Map.of("n", "8192"));
    Told split = told("dev/groups_slow", Map.of("n", "8192"), "split:8");
    assertThat(split.groups).isEqualTo(8 * own.groups);
    assertThat(split.sorted()).isEqualTo(own.sorted());
  }

  @ParameterizedTest
  @CsvSource({"larger-groups:16,128,16", "larger-groups:4,32,4", "smaller-groups:2,4,0.5"})
  void groupsOfAnotherSizeHaveTheSameAccesses(String rewrite, int size, double fewer) {
    Told own = told("exam/narrow_slow", Map.of());
    Told other = told("exam/narrow_slow", Map.of(), rewrite);
    assertThat(other.groupSize).isEqualTo(size);
    assertThat(other.groups).isEqualTo(Math.round(own.groups / fewer));
    assertThat(other.addresses).isEqualTo(own.addresses);
  }

  @ParameterizedTest
  @CsvSource({
    "dev/launches_slow, one-launch",
    "dev/groups_slow, split:8",
    "exam/narrow_slow, larger-groups:4"
  })
  void launchesWithMoreRecordsThanMayBeHeldStayAsTheyAre(String pair, String rewrite) {
    Told own = told(pair, Map.of());
    Told bounded = told(1000, pair, Map.of(), rewrite);
    assertThat(bounded.steps).isEqualTo(own.steps);
    assertThat(bounded.groups).isEqualTo(own.groups);
    assertThat(bounded.addresses).isEqualTo(own.addresses);
  }

  @Test
  void launchesThatTogetherHaveMoreRecordsThanMayBeHeldAreSeveral() {
    Map<String, String> small = Map.of("n", "4096");
    Told one = told("dev/launches_slow", small, "one-launch");
    Told several = told(5_000, "dev/launches_slow", small, "one-launch");
    assertThat(several.steps.size())
        .isBetween(one.steps.size() + 1, told("dev/launches_slow", small).steps.size() - 1);
    assertThat(several.addresses).isEqualTo(one.addresses);
  }

  @Test
  void wideWorkItemsOfALaunchWithMoreRecordsThanMayBeHeldAreRefused() {
    assertThatThrownBy(() -> told(1000, "dev/packing_slow", Map.of(), "wide:4"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("packing_slow has records of more than 1,000 bytes");
  }

  /** The same launches, all in one stream. */
  private static ProgramSource inStream(ProgramSource source) {
    return new ForwardingProgramSource(source) {
      @Override
      public ProgramItem next() {
        ProgramItem item = source.next();
        return item instanceof HostStep.Launch l ? new HostStep.InStream(1, l) : item;
      }
    };
  }

  @ParameterizedTest
  @CsvSource({"dev/packing_slow, wide:4", "dev/barriers_slow, combine-once"})
  void aLaunchThatStaysAsItIsIsRefusedWhereTheChangedKernelHasOtherAccesses(
      String pair, String rewrite) {
    ProgramSource source = inStream(executed(pair, Map.of()));
    assertThatThrownBy(() -> told(Long.MAX_VALUE, source, rewrite))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("is in a stream");
  }

  @Test
  void aLaunchThatStaysAsItIsHasItsOwnAccessesWhereTheChangedKernelHasThem() {
    Told own = told("dev/division_slow", Map.of());
    Told cheap = told(Long.MAX_VALUE, inStream(executed("dev/division_slow", Map.of())), "cheap");
    assertThat(cheap.addresses).isEqualTo(own.addresses);
  }

  @Test
  void aWideWorkItemAccessesWhatThoseOfFourGroupsDid() {
    Told own = told("dev/packing_slow", Map.of());
    Told wide = told("dev/packing_slow", Map.of(), "wide:4");
    assertThat(wide.groups).isEqualTo(own.groups / 4);
    assertThat(wide.sorted()).isEqualTo(own.sorted());
  }

  @Test
  void noWideWorkItemsWhereTheGroupsNumberDecidesTheWayOrGroupsShareMemory() {
    assertThatThrownBy(() -> told("dev/branch_slow", Map.of(), "wide:4"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("wide:4")
        .hasMessageContaining("applies to no kernel");
    assertThatThrownBy(() -> told("dev/barriers_slow", Map.of(), "wide:4"))
        .isInstanceOf(InputException.class);
  }

  @Test
  void valuesAreCombinedInTheLastRoundAloneAndAllAreStillRead() {
    Told own = told("dev/barriers_slow", Map.of("groups", "2"));
    Told once = told("dev/barriers_slow", Map.of("groups", "2"), "combine-once");
    assertThat(once.barriers).isEqualTo(own.barriers / 16);
    assertThat(once.sorted()).isEqualTo(own.sorted());
  }

  @Test
  void aLoopOfKnownLengthLoadsTheValuesOfAllItsRoundsBeforeItCombinesThem() {
    Told own = told("exam/prefix_slow", Map.of());
    Told once = told("exam/prefix_slow", Map.of(), "combine-once");
    assertThat(once.barriers).isEqualTo(own.barriers / 4);
    assertThat(once.sorted()).isEqualTo(own.sorted());
    assertThat(mostTogether(own, Op.LOAD)).isEqualTo(1);
    assertThat(mostTogether(once, Op.LOAD)).isEqualTo(4);
    assertThat(mostTogether(once, Op.STORE)).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2", "4", "7", "8"})
  void aLoopOfUnknownLengthLoadsTheValuesOfFourRoundsTogetherAndThenThoseThatAreLeft(String each) {
    Map<String, String> parameters = Map.of("groups", "2", "each", each);
    Told own = told("dev/barriers_slow", parameters);
    Told once = told("dev/barriers_slow", parameters, "combine-once");
    assertThat(once.barriers).isEqualTo(own.barriers / Integer.parseInt(each));
    assertThat(once.sorted()).isEqualTo(own.sorted());
    assertThat(mostTogether(once, Op.LOAD)).isEqualTo(4);
  }

  /** The most accesses of global memory in one block. */
  private static long mostTogether(Told told, Op op) {
    return told.kernels.stream()
        .filter(k -> k.name().endsWith("_slow"))
        .flatMap(k -> k.blocks().stream())
        .mapToLong(
            b ->
                b.instructions().stream()
                    .filter(i -> i.op() == op && i.isRecorded())
                    .filter(i -> i.memory().space() == Space.GLOBAL)
                    .count())
        .max()
        .orElse(0);
  }

  @Test
  void aLoopWithTwoBarriersInARoundIsNoCombination() {
    assertThatThrownBy(() -> told("dev/matmul_fast", Map.of(), "combine-once"))
        .isInstanceOf(InputException.class);
  }

  @Test
  void aLoopThatStoresSeveralElementsAtOnceIsNoCombination() {
    ProgramSource tiles =
        RUNNER.execute(
            ROOT.resolve("validation/workloads/product_permuted.yaml"),
            Map.of("step", "1", "m", "64", "n", "64"),
            RunOptions.defaults());
    assertThatThrownBy(() -> told(Long.MAX_VALUE, tiles, "combine-once"))
        .isInstanceOf(InputException.class);
  }

  private static Told product(String step, String... rewrites) {
    Map<String, String> small = Map.of("step", step, "m", "128", "n", "128");
    ProgramSource source =
        RUNNER.execute(
            ROOT.resolve("validation/workloads/product_steps.yaml"), small, RunOptions.defaults());
    return told(Long.MAX_VALUE, source, rewrites);
  }

  private static List<Long> awaited(Told told, String kernel) {
    return code(told, kernel).stream()
        .filter(i -> i.op() == Op.AWAIT_COPIES)
        .map(i -> i.sources().get(0).bits())
        .toList();
  }

  @Test
  void loadsThatOnlyFillLocalMemoryAreCopiesThatTheBarrierAwaits() {
    Told own = product("1");
    Told copied = product("1", "async-copies");
    assertThat(code(own, "loaded")).noneMatch(Instruction::isCopy);
    assertThat(code(copied, "loaded").stream().filter(Instruction::isCopy)).hasSize(32);
    assertThat(awaited(copied, "loaded")).containsExactly(0L);
    assertThat(copied.addresses).isEqualTo(own.addresses);
    assertThat(copied.localBytes).isEqualTo(own.localBytes);
  }

  @Test
  void loadsOfHalvesOrOfWhatIsUsedTwiceAreNoCopies() {
    ProgramSource halves =
        RUNNER.execute(
            ROOT.resolve("validation/workloads/product_plain.yaml"),
            Map.of("n", "32"),
            RunOptions.defaults());
    assertThatThrownBy(() -> told(Long.MAX_VALUE, halves, "async-copies"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("applies to no kernel");
  }

  @Test
  void copiesOfTheNextRoundAreAwaitedARoundLaterInLocalMemoryForOneMore() {
    Told own = product("2");
    Told ahead = product("2", "copies-ahead");
    assertThat(awaited(own, "copied")).containsExactly(0L);
    assertThat(awaited(ahead, "copied")).containsExactly(1L);
    assertThat(awaited(ahead, "stages2")).containsExactly(2L, 1L); // none starts in the last loop
    assertThat(ahead.localBytes - own.localBytes).isEqualTo(2 * 128 * 64 * 2); // tiles of A and B
    assertThat(ahead.addresses).isEqualTo(own.addresses);
  }

  @Test
  void doublesAreFloatsInRegistersAndMemory() {
    List<Instruction> code =
        code(told("dev/precision_slow", Map.of(), "singles"), "precision_slow");
    assertThat(code).noneMatch(i -> i.opClass().name().startsWith("DOUBLE"));
    assertThat(code).anyMatch(i -> i.opClass() == OpClass.FLOAT_FMA);
  }

  @Test
  void divisionsByAParameterAreShiftsMasksAndProducts() {
    List<Instruction> ints = code(told("dev/division_slow", Map.of(), "cheap"), "division_slow");
    assertThat(ints).noneMatch(i -> i.opClass() == OpClass.INT_DIV);
    assertThat(ints).noneMatch(i -> i.op() == Op.SUB); // nor what made a remainder of a quotient
    List<Instruction> floats = code(told("exam/quotient_slow", Map.of(), "cheap"), "quotient_slow");
    assertThat(floats).noneMatch(i -> i.opClass() == OpClass.FLOAT_DIV);
  }

  @Test
  void privateArraysInRegistersAreNotAccessed() {
    List<Instruction> code = code(told("exam/window_slow", Map.of(), "registers"), "window_slow");
    assertThat(code).noneMatch(i -> i.memory() != null && i.memory().space() == Space.PRIVATE);
  }
}
