// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.GroupExecutor;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.fuzz.lanes.StructuredProgram.Construct;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.WorkGroupRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random programs of branches, loops, switches and ways out of them, nested three deep: the lanes
 * that execute a statement together are those of {@link LaneReference}. Property {@code
 * lockstep.lanes.programs} sets the number of programs of each kind.
 */
@Tag("slow")
class LanesMeetTest {
  private static final int PROGRAMS = Integer.getInteger("lockstep.lanes.programs", 34);
  private static final int BATCH = 17; // programs of one simulation
  private static final int LANES = 128;
  private static final Geometry GEOMETRY = new Geometry(1, 1, 1, LANES, 1, 1);
  private static final List<String> DEVICES =
      List.of("gtx280", "hd5870", "hd6970", "mi300a", "v100", "a100");

  private final Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
  private final Runner runner = new Runner(catalogue, Plugins.frontends());

  @TempDir Path folder;

  /** A program with the words of its lanes; neighbours have the same in half of the programs. */
  private record Trial(
      int seed, StructuredProgram program, StructuredPtx ptx, int[] start, int argument) {
    static Trial of(int seed, Construct constructs, int before) {
      StructuredProgram program = StructuredProgram.of(seed, constructs);
      Random random = new Random(~seed);
      int alike = random.nextBoolean() ? 1 : 1 << random.nextInt(6);
      int[] start = new int[LANES];
      for (int lane = 0; lane < LANES; lane++) {
        start[lane] = lane % alike == 0 ? random.nextInt() : start[lane - 1];
      }
      StructuredPtx ptx = new StructuredPtx(program, "k" + seed, before);
      return new Trial(seed, program, ptx, start, random.nextInt());
    }

    LaneReference reference(int width) {
      return new LaneReference(program, width, start, argument);
    }
  }

  /** Returns programs of one file. */
  private static List<Trial> trials(Construct constructs, int from, int to) {
    List<Trial> trials = new ArrayList<>();
    int lines = (int) StructuredPtx.HEADER.lines().count();
    for (int seed = from; seed < to; seed++) {
      Trial trial = Trial.of(seed, constructs, lines);
      trials.add(trial);
      lines += trial.ptx().size();
    }
    return trials;
  }

  private static String text(List<Trial> trials) {
    StringBuilder text = new StringBuilder(StructuredPtx.HEADER);
    trials.forEach(t -> text.append(t.ptx().text()));
    return text.toString();
  }

  private static byte[] bytes(int[] words) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * words.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(words);
    return bytes.array();
  }

  /** Fails if there are violations, each of which begins with its seed. */
  private static void none(List<String> violations, Construct constructs) {
    long programs = violations.stream().map(v -> v.split("[ ,:]")[1]).distinct().count();
    String few = String.join("\n", violations.subList(0, Math.min(12, violations.size())));
    assertThat(violations)
        .withFailMessage(
            "%d of %d programs with %s:\n%s".formatted(programs, PROGRAMS, constructs, few))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Construct.class)
  @DisplayName("wavefronts execute each statement with the lanes that meet there by the text")
  void wavefrontsExecuteEachStatementWithTheLanesThatMeetThereByTheText(Construct constructs) {
    List<String> violations = new ArrayList<>();
    for (Trial trial : trials(constructs, 0, PROGRAMS)) {
      Kernel kernel = kernel(text(trials(constructs, trial.seed(), trial.seed() + 1)));
      int shift = trial.ptx().line(0) - Trial.of(trial.seed(), constructs, 3).ptx().line(0);
      WorkGroupRecord record = record(kernel, trial);
      for (int width : new int[] {32, 64}) {
        LaneReference reference = trial.reference(width);
        for (boolean takenFirst : new boolean[] {false, true}) {
          Map<Integer, List<Long>> masks = masks(kernel, record, width, takenFirst);
          for (int step = 0; step < trial.program().steps(); step++) {
            int line = trial.ptx().line(step) - shift;
            List<Long> found = masks.getOrDefault(line, List.of());
            if (!found.equals(reference.masks(step))) {
              violations.add(
                  "seed %d, width %d, taken side first: %s, line %d: %d executions, not %d"
                      .formatted(
                          trial.seed(),
                          width,
                          takenFirst,
                          line,
                          found.size(),
                          reference.executions(step)));
              break;
            }
          }
        }
      }
    }
    none(violations, constructs);
  }

  private static Kernel kernel(String text) {
    return Plugins.frontends().stream()
        .filter(f -> f.id().equals("ptx"))
        .findFirst()
        .orElseThrow()
        .read("k.ptx", text, FrontendOptions.defaults())
        .get(0);
  }

  private static WorkGroupRecord record(Kernel kernel, Trial trial) {
    DeviceMemory memory = new DeviceMemory();
    for (int b = 0; b < 2; b++) {
      memory.allocate("b" + b, Type.I32, 4L * LANES, null);
      memory.write(b, 0, bytes(b == 0 ? trial.start() : new int[LANES]), 0, 4 * LANES);
    }
    List<Long> arguments =
        List.of(Address.of(0, 0), Address.of(1, 0), Integer.toUnsignedLong(trial.argument()));
    return new GroupExecutor(
            kernel, GEOMETRY, arguments, 0, memory, new int[0], ExecutionOptions.defaults())
        .execute(0);
  }

  /** Returns the active lanes of all executions of each line, in ascending order. */
  private static Map<Integer, List<Long>> masks(
      Kernel kernel, WorkGroupRecord record, int width, boolean takenFirst) {
    Wavefronts wavefronts = new Wavefronts(LANES / width, width, takenFirst);
    wavefronts.begin(
        new LaunchPlan(
            new Uncompiled(kernel),
            GEOMETRY,
            new Occupancy(1, 1, 1, 1, "test"),
            0,
            new long[] {1 << 20, 2 << 20}));
    Map<Integer, List<Long>> masks = new TreeMap<>();
    Access access = new Access();
    for (int w = 0; w < LANES / width; w++) {
      wavefronts.start(w, record, w * width, width);
      while (wavefronts.isResident(w)) {
        for (Instruction i : kernel.blocks().get(wavefronts.block(w)).instructions()) {
          masks.computeIfAbsent(i.line(), l -> new ArrayList<>()).add(wavefronts.mask(w));
          if (i.isRecorded()) {
            wavefronts.access(w, i.memory().slot(), access);
          }
        }
        wavefronts.advance(w);
      }
    }
    masks.values().forEach(m -> m.sort(null));
    return masks;
  }

  private record Uncompiled(Kernel kernel) implements MachineKernel {
    @Override
    public int registers() {
      return 1;
    }

    @Override
    public String assembly() {
      return "";
    }
  }

  private Runner.Target target(String id) {
    DeviceSpec spec = catalogue.spec(id);
    // In an unrolled loop, lanes that leave after different trips execute different copies.
    boolean unrolls = List.of("v100", "a100").contains(id);
    return new Runner.Target(unrolls ? spec.with("compiler.without", "unrolled_loops") : spec);
  }

  @ParameterizedTest
  @EnumSource(Construct.class)
  @DisplayName("every family executes each statement as often as its lanes meet by the text")
  void everyFamilyExecutesEachStatementAsOftenAsItsLanesMeetByTheText(Construct constructs)
      throws IOException {
    List<String> violations = new ArrayList<>();
    for (int from = 0; from < PROGRAMS; from += BATCH) {
      List<Trial> trials = trials(constructs, from, Math.min(PROGRAMS, from + BATCH));
      for (RunResult r : run(trials)) {
        if (r.status() == RunStatus.OK && Boolean.TRUE.equals(r.verified())) {
          trials.forEach(t -> check(t, r, violations));
        } else {
          violations.add("seed %d on %s: %s".formatted(from, r.device(), r.message()));
        }
      }
    }
    none(violations, constructs);
  }

  private List<RunResult> run(List<Trial> trials) throws IOException {
    StringBuilder buffers = new StringBuilder();
    StringBuilder launches = new StringBuilder();
    StringBuilder results = new StringBuilder();
    for (Trial t : trials) {
      int s = t.seed();
      Files.write(folder.resolve("in" + s), bytes(t.start()));
      Files.write(folder.resolve("out" + s), bytes(t.reference(32).output()));
      buffers.append("  i%d: {type: u32, count: %d, init: {file: in%d}}%n".formatted(s, LANES, s));
      buffers.append("  o%d: {type: u32, count: %d, init: zero}%n".formatted(s, LANES));
      String argument = Integer.toUnsignedString(t.argument());
      launches.append(
          "  - {launch: k%d, grid: [1], block: [%d], args: [i%d, o%d, {u32: %s}]}%n"
              .formatted(s, LANES, s, s, argument));
      results.append("  o%d: {file: out%d}%n".formatted(s, s));
    }
    Files.writeString(folder.resolve("k.ptx"), text(trials));
    Path workload =
        Files.writeString(
            folder.resolve("w.yaml"),
            "name: lanes\nkernels: k.ptx\nbuffers:\n%ssteps:\n%sexpect:\n%s"
                .formatted(buffers, launches, results));
    RunOptions options = RunOptions.defaults().with().byLine(true).threads(1).build();
    List<Runner.Target> targets = DEVICES.stream().map(this::target).toList();
    return SharedProgram.run(runner, workload, Map.of(), targets, options);
  }

  private static void check(Trial trial, RunResult r, List<String> violations) {
    int width = List.of("gtx280", "v100", "a100").contains(r.device()) ? 32 : 64;
    LaneReference reference = trial.reference(width);
    KernelTimes kernel =
        r.lines().kernels().stream()
            .filter(k -> k.name().equals("k" + trial.seed()))
            .findFirst()
            .orElseThrow();
    Map<Integer, Long> executions = new TreeMap<>();
    kernel
        .instructions()
        .forEach(
            i -> i.work().ifPresent(w -> executions.merge(i.line(), w.executions(), Long::sum)));
    for (int step = 0; step < trial.program().steps(); step++) {
      int line = trial.ptx().line(step);
      long found = executions.getOrDefault(line, 0L);
      if (found != reference.executions(step)) {
        violations.add(
            "seed %d on %s, step %d of line %d: %d executions, not %d"
                .formatted(
                    trial.seed(), r.device(), step, line, found, reference.executions(step)));
        return;
      }
    }
  }
}
