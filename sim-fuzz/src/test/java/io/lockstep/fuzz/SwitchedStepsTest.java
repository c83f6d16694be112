// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.observe.line.LineTimes.InstructionTimes;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs with all steps of a device's compiler, and with each of them switched off by
 * chance: both give the results of {@link ProgramReference}, and both have machine code for each
 * store to global memory that a wavefront executes. Property {@code lockstep.steps.programs} sets
 * the number of programs, {@code lockstep.steps.from} the first seed.
 */
@Tag("slow")
class SwitchedStepsTest {
  private static final int PROGRAMS = Integer.getInteger("lockstep.steps.programs", 360);
  private static final int FROM = Integer.getInteger("lockstep.steps.from", 0);
  private static final int BATCH = 40; // programs of one simulation
  private static final int UNITS = 24; // more than work-groups; whole dies, clusters of all devices
  private static final int LONGEST = 160; // bytes from which a program is generated
  private static final List<String> DEVICES =
      List.of(
          "hd5870", "hd6970", "mi100", "mi300x", "8800gtx", "gtx280", "v100", "a100", "h100_sxm");
  private static final Pattern KEPT = Pattern.compile("st\\.global");

  private final Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
  private final Runner runner = new Runner(catalogue, Plugins.frontends());

  private List<String> text; // lines of the kernels that were simulated last

  @TempDir Path folder;

  @Test
  @DisplayName("a program gives the same results whatever steps the compiler leaves out")
  void aProgramGivesTheSameResultsWhateverStepsTheCompilerLeavesOut() throws IOException {
    List<String> violations = new ArrayList<>();
    int refused = 0;
    for (int from = FROM; from < FROM + PROGRAMS; from += BATCH) {
      DeviceSpec spec = small(DEVICES.get(from / BATCH % DEVICES.size()));
      List<Integer> seeds = new ArrayList<>();
      for (int seed = from; seed < Math.min(from + BATCH, FROM + PROGRAMS); seed++) {
        seeds.add(seed);
      }
      if (!passes(seeds, spec, violations)) {
        for (int seed : seeds) {
          refused += passes(List.of(seed), spec, violations) ? 0 : 1;
        }
      }
    }
    assertThat(violations).isEmpty();
    assertThat(refused).as("programs that a device refuses").isLessThan(PROGRAMS / 10);
  }

  /** A device with so few units that its machine, made anew for each run, is made fast. */
  private DeviceSpec small(String device) {
    DeviceSpec spec = catalogue.spec(device);
    boolean large = spec.integer("unit.count") > UNITS;
    return large ? spec.with("unit.count", Integer.toString(UNITS)) : spec;
  }

  /** Returns false if the device refuses one of the programs. */
  private boolean passes(List<Integer> seeds, DeviceSpec spec, List<String> violations)
      throws IOException {
    Random random = new Random(seeds.get(0));
    List<String> off = spec.schema().steps().stream().filter(s -> random.nextBoolean()).toList();
    DeviceSpec without = spec.with(DeviceSpec.WITHOUT, String.join(",", off));
    List<RunResult> results = run(seeds, List.of(spec, without));
    boolean refused = results.stream().anyMatch(r -> r.status() == RunStatus.REFUSED);
    if (refused) {
      return false;
    }
    for (RunResult r : results) {
      if (r.status() != RunStatus.OK || !Boolean.TRUE.equals(r.verified())) {
        violations.add("%s on %s without %s: %s".formatted(seeds, r.device(), off, r.message()));
        continue;
      }
      for (KernelTimes kernel : r.lines().kernels()) {
        Set<Integer> missing = executed(kernel);
        missing.removeAll(CodeEffects.lines(kernel.code()));
        if (!missing.isEmpty()) {
          String code = "%s on %s without %s: no code for lines %s";
          violations.add(code.formatted(kernel.name(), r.device(), off, missing));
        }
      }
    }
    return true;
  }

  /** Returns the lines of the stores to global memory that a wavefront has executed. */
  private Set<Integer> executed(KernelTimes kernel) {
    Set<Integer> lines = new TreeSet<>();
    for (InstructionTimes i : kernel.instructions()) {
      boolean kept = i.line() > 0 && KEPT.matcher(text.get(i.line() - 1)).lookingAt();
      if (kept && i.work().orElseThrow().executions() > 0) {
        lines.add(i.line());
      }
    }
    return lines;
  }

  private List<RunResult> run(List<Integer> seeds, List<DeviceSpec> specs) throws IOException {
    StringBuilder kernels = new StringBuilder();
    StringBuilder buffers = new StringBuilder();
    StringBuilder launches = new StringBuilder();
    StringBuilder expectations = new StringBuilder();
    int items = RandomProgram.GROUPS * RandomProgram.GROUP;
    for (int seed : seeds) {
      RandomProgram program = program(seed);
      String text = new ProgramPtx().of(program);
      int entry = text.indexOf(".visible");
      kernels.append(kernels.isEmpty() ? text.substring(0, entry) : "");
      kernels.append(text.substring(entry).replace(".entry k(", ".entry k" + seed + "("));
      Files.write(folder.resolve("in" + seed), bytes(program.input()));
      Files.write(folder.resolve("out" + seed), bytes(ProgramReference.output(program)));
      buffers.append(
          "  i%d: {type: u32, count: %d, init: {file: in%d}}%n  o%d: {type: u32, count: %d}%n"
              .formatted(seed, RandomProgram.INPUTS, seed, seed, items * RandomProgram.OUTPUTS));
      launches.append(
          "  - {launch: k%d, grid: [%d], block: [%d], args: [i%d, o%d]}%n"
              .formatted(seed, RandomProgram.GROUPS, RandomProgram.GROUP, seed, seed));
      expectations.append("  o%d: {file: out%d}%n".formatted(seed, seed));
    }
    text = kernels.toString().lines().toList();
    Files.write(folder.resolve("k.ptx"), text);
    Path workload =
        Files.writeString(
            folder.resolve("w.yaml"),
            "name: steps\nkernels: k.ptx\nbuffers:\n%ssteps:\n%sexpect:\n%s"
                .formatted(buffers, launches, expectations));
    List<Runner.Target> targets = specs.stream().map(Runner.Target::new).toList();
    RunOptions options = RunOptions.defaults().with().byLine(true).threads(1).build();
    return SharedProgram.run(runner, workload, Map.of(), targets, options);
  }

  private static RandomProgram program(int seed) {
    Random random = new Random(seed);
    byte[] choices = new byte[20 + random.nextInt(LONGEST)];
    random.nextBytes(choices);
    return RandomProgram.of(choices);
  }

  private static byte[] bytes(int[] words) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * words.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(words);
    return bytes.array();
  }
}
