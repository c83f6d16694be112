// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.run.program.Runner;
import io.lockstep.trace.change.AccessChange;
import io.lockstep.trace.change.AccessChange.Kind;
import io.lockstep.trace.change.SourcePlaces;
import io.lockstep.trace.change.apply.ProgramChange;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records of real programs whose accesses of a line are changed. */
class ProgramChangeTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Runner RUNNER = new Runner(new Catalogue(List.of()), Plugins.frontends());

  /** One access of one work-item. */
  private record Access(Instruction operation, long group, int item, int occurrence, long address) {
    /** What a change keeps: the text of the operation, who executes it and how often. */
    String who() {
      return operation.line() + operation.text() + " " + group + " " + item + " " + occurrence;
    }
  }

  private static ProgramSource source(String workload, Map<String, String> parameters) {
    return RUNNER.execute(ROOT.resolve(workload), parameters, RunOptions.defaults());
  }

  private static ProgramSource changed(
      String workload, Map<String, String> parameters, AccessChange... changes) {
    ProgramSource source = source(workload, parameters);
    return ProgramChange.of(source.program(), List.of(changes), List.of(), SourcePlaces.OWN)
        .apply(source);
  }

  /** All accesses of a program, in order. */
  private static List<Access> accesses(ProgramSource source, Predicate<Instruction> wanted) {
    List<Access> all = new ArrayList<>();
    HostStep.Launch launch = null;
    try (source) {
      for (ProgramItem item = source.next(); item != ProgramItem.END; item = source.next()) {
        if (item instanceof HostStep step) {
          launch = step.asLaunch();
        } else if (item instanceof WorkGroupRecord group) {
          Kernel kernel = source.program().kernels().get(launch.kernel());
          Map<Integer, Integer> before = new HashMap<>(); // executions by slot and work-item
          for (Segment segment : group.segments()) {
            add(kernel, launch, group.group(), segment, before, wanted, all);
          }
        }
      }
    }
    return all;
  }

  private static void add(
      Kernel kernel,
      HostStep.Launch launch,
      long group,
      Segment segment,
      Map<Integer, Integer> before,
      Predicate<Instruction> wanted,
      List<Access> to) {
    for (int item = 0; item < segment.workItems(); item++) {
      int path = segment.pathOf(item);
      if (path < 0) {
        continue;
      }
      Map<Integer, Integer> here = new TreeMap<>();
      int at = segment.firstBlock(path);
      int bit = segment.firstOutcome(path);
      for (int n = segment.blockCount(path); n > 0; n--) {
        Block block = kernel.blocks().get(at);
        for (Instruction i : block.instructions()) {
          if (i.isRecorded()) {
            int slot = i.memory().slot();
            int occurrence = here.merge(slot, 1, Integer::sum) - 1;
            int run = segment.run(slot, occurrence, -1);
            if (wanted.test(i)) {
              int key = slot * segment.workItems() + item;
              int earlier = before.merge(key, 1, Integer::sum) - 1;
              int x = launch.geometry().sizeX();
              int y = launch.geometry().sizeY();
              long address = segment.address(run, occurrence, item, x, y);
              to.add(new Access(i, group, item, earlier, address));
            }
          }
        }
        if (n > 1) {
          int bits = block.outcomeBits();
          at = block.successors().get(bits == 0 ? 0 : segment.outcome(bit, bits));
        }
        bit += block.outcomeBits();
      }
    }
  }

  private static Set<Integer> lines(Program program, Predicate<Instruction> wanted) {
    Set<Integer> lines = new TreeSet<>();
    for (Kernel kernel : program.kernels()) {
      for (Block block : kernel.blocks()) {
        block.instructions().stream().filter(wanted).forEach(i -> lines.add(i.line()));
      }
    }
    return lines;
  }

  private static boolean isGlobal(Instruction i) {
    return i.isRecorded() && i.memory().space() == Space.GLOBAL;
  }

  @ParameterizedTest
  @CsvSource({
    "examples/matmul.yaml, n, 16",
    "examples/spmv.yaml, rows, 64",
    "validation/advice/dev/transpose_slow.yaml, n, 64",
    "validation/advice/dev/structs_slow.yaml, n, 1024",
    "validation/advice/dev/box_slow.yaml, n, 32"
  })
  void coalescedAccessesKeepTheirWorkItemsAndTheirBytes(String file, String name, String value) {
    Map<String, String> parameters = Map.of(name, value);
    Program program = source(file, parameters).program();
    Predicate<Instruction> wanted = i -> isGlobal(i) && i.op() != Op.ATOMIC;
    for (int line : lines(program, wanted)) {
      Predicate<Instruction> own = i -> wanted.test(i) && i.line() == line;
      List<Access> before = accesses(source(file, parameters), own);
      List<Access> after =
          accesses(changed(file, parameters, new AccessChange(Kind.COALESCING, "", line)), own);
      assertThat(after.stream().map(Access::who))
          .isEqualTo(before.stream().map(Access::who).toList());
      assertThat(distinct(after)).as("elements of line %d", line).isEqualTo(distinct(before));
      for (Access access : after) {
        int buffer = Address.buffer(access.address());
        assertThat(Address.offset(access.address()) + access.operation().memory().bytes())
            .isLessThanOrEqualTo(program.buffers().get(buffer).bytes());
      }
    }
  }

  /** Different elements by buffer. */
  private static Map<Integer, Integer> distinct(List<Access> accesses) {
    Map<Integer, Set<Long>> byBuffer = new TreeMap<>();
    accesses.forEach(
        a ->
            byBuffer
                .computeIfAbsent(Address.buffer(a.address()), b -> new TreeSet<>())
                .add(a.address()));
    Map<Integer, Integer> sizes = new LinkedHashMap<>();
    byBuffer.forEach((buffer, all) -> sizes.put(buffer, all.size()));
    return sizes;
  }

  @Test
  void accessesOfOtherLinesStayAsTheyAre() {
    for (Kind kind : Kind.values()) {
      boolean ofAtomics = kind == Kind.STORES;
      String file =
          ofAtomics ? "validation/advice/dev/histogram_slow.yaml" : "examples/matmul.yaml";
      Map<String, String> small = Map.of("n", ofAtomics ? "2048" : "32");
      Op op = ofAtomics ? Op.ATOMIC : Op.LOAD;
      Program program = source(file, small).program();
      int line = lines(program, i -> isGlobal(i) && i.op() == op).iterator().next();
      Predicate<Instruction> others = i -> i.isRecorded() && i.line() != line;
      List<Access> before = accesses(source(file, small), others);
      List<Access> after = accesses(changed(file, small, new AccessChange(kind, "", line)), others);
      assertThat(after.stream().map(a -> a.who() + a.address()).toList())
          .as("%s", kind)
          .isEqualTo(before.stream().map(a -> a.who() + a.address()).toList());
    }
  }

  @Test
  void atomicsThatBecomeStoresKeepTheirAddresses() {
    String file = "validation/advice/dev/histogram_slow.yaml";
    Map<String, String> small = Map.of("n", "2048");
    int line =
        lines(source(file, small).program(), i -> isGlobal(i) && i.op() == Op.ATOMIC)
            .iterator()
            .next();
    List<Access> before =
        accesses(source(file, small), i -> i.op() == Op.ATOMIC && i.line() == line);
    ProgramSource changed = changed(file, small, new AccessChange(Kind.STORES, "", line));
    List<Access> after =
        accesses(changed, i -> isGlobal(i) && i.op() == Op.STORE && i.line() == line);
    assertThat(before).isNotEmpty();
    assertThat(after.stream().map(Access::address).toList())
        .isEqualTo(before.stream().map(Access::address).toList());
    assertThat(
            accesses(
                changed(file, small, new AccessChange(Kind.STORES, "", line)),
                i -> i.op() == Op.ATOMIC && i.line() == line))
        .isEmpty();
  }

  @Test
  void launchesInStreamsAreChangedAndStayInTheirStreams() {
    String file = "examples/fork_join.yaml";
    Map<String, String> small = Map.of("n", "512");
    Program program = source(file, small).program();
    int line = lines(program, i -> isGlobal(i) && i.op() == Op.LOAD).iterator().next();
    AccessChange gone = new AccessChange(Kind.LINE, "", line);
    Predicate<Instruction> own = i -> i.isRecorded() && i.line() == line;
    assertThat(accesses(source(file, small), own)).hasSize(3 * 512);
    assertThat(accesses(changed(file, small, gone), own)).isEmpty();
    assertThat(streams(changed(file, small, gone)))
        .isEqualTo(streams(source(file, small)))
        .hasSize(7);
  }

  private static List<String> streams(ProgramSource source) {
    List<String> steps = new ArrayList<>();
    try (source) {
      for (ProgramItem item = source.next(); item != ProgramItem.END; item = source.next()) {
        if (item instanceof HostStep.InStream in) {
          steps.add(in.stream() + " " + in.operation().getClass());
        }
      }
    }
    return steps;
  }

  @Test
  void localLoadsOfOneElementShareAnAddressInsideTheLaunchsMemory() {
    String file = "validation/advice/dev/box_slow.yaml";
    Map<String, String> small = Map.of("n", "32");
    int line =
        lines(source(file, small).program(), i -> isGlobal(i) && i.op() == Op.LOAD)
            .iterator()
            .next();
    AccessChange change = new AccessChange(Kind.LOCAL, "", line);
    List<Access> before =
        accesses(source(file, small), i -> i.line() == line && i.isRecorded() && i.op() == Op.LOAD);
    List<Access> after =
        accesses(
            changed(file, small, change),
            i -> i.line() == line && i.op() == Op.LOAD && i.memory().space() == Space.LOCAL);
    assertThat(after).hasSameSizeAs(before).isNotEmpty();
    Map<String, Long> place = new HashMap<>();
    for (int k = 0; k < before.size(); k++) {
      Access from = before.get(k);
      String element =
          from.group() + from.operation().text() + from.occurrence() + " " + from.address();
      Long known = place.put(element, after.get(k).address());
      assertThat(known == null || known.equals(after.get(k).address())).isTrue();
      assertThat(after.get(k).address()).isBetween(0L, 4L * 256 - 4);
    }
    long loaded =
        accesses(
                changed(file, small, change),
                i -> i.line() == line && i.op() == Op.LOAD && isGlobal(i))
            .stream()
            .filter(a -> a.group() == 0)
            .map(Access::address)
            .distinct()
            .count();
    assertThat(loaded)
        .as("a group loads each of its elements")
        .isEqualTo(
            before.stream().filter(a -> a.group() == 0).map(Access::address).distinct().count());
  }

  @Test
  void aRemovedLoadLeavesNoSlot() {
    String file = "examples/matmul.yaml";
    Map<String, String> small = Map.of("n", "32");
    Program before = source(file, small).program();
    int line = lines(before, i -> isGlobal(i) && i.op() == Op.LOAD).iterator().next();
    try (ProgramSource after = changed(file, small, new AccessChange(Kind.LINE, "", line))) {
      assertThat(lines(after.program(), i -> isGlobal(i) && i.op() == Op.LOAD))
          .doesNotContain(line);
      assertThat(after.program().kernels().get(0).memorySlots())
          .isEqualTo(before.kernels().get(0).memorySlots() - 1);
    }
  }

  @Test
  void namesTheLinesThatHaveSuchAnAccess() {
    assertThatThrownBy(
            () -> changed("examples/matmul.yaml", Map.of(), new AccessChange(Kind.LOCAL, "", 1)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no load or atomic of global memory on line 1; lines with one: ");
    assertThatThrownBy(
            () -> changed("examples/matmul.yaml", Map.of(), new AccessChange(Kind.LINE, "x.cl", 1)))
        .hasMessageContaining("no kernel or file 'x.cl'; expected one of matmul");
  }
}
