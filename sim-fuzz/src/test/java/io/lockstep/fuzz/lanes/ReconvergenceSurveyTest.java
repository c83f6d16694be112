// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.observe.line.LineTimes.InstructionTimes;
import io.lockstep.observe.line.LineTimes.KernelTimes;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ways out of branches and loops, one kernel each: how often wavefronts of every family execute its
 * marks, beside what the text asks; {@code -Dlockstep.write.docs=true} writes
 * docs/reconvergence.md.
 */
@Tag("slow")
class ReconvergenceSurveyTest {
  private static final Path FOLDER = Path.of("..", "validation", "reconvergence");
  private static final Path PAGE = Path.of("..", "docs", "reconvergence.md");
  private static final String WRITTEN = "<!-- Written by ReconvergenceSurveyTest -->\n";

  private static final List<String> DEVICES =
      List.of("8800gtx", "gtx280", "hd5870", "hd6970", "mi300a", "v100", "a100", "rtx5090");

  private static final Set<String> WIDE = Set.of("hd5870", "hd6970", "mi300a");
  private static final int LANES = 128;
  private static final int WORDS = 16; // of each lane
  private static final Pattern KERNEL = Pattern.compile("(?m)^// ([\\d ]+)\nKERNEL (\\w+)");
  private static final Pattern MARK = Pattern.compile("^\\s*MARK\\((\\d+)\\)$");

  private final Map<Integer, Integer> marks = new TreeMap<>(); // by line
  private final Map<String, String> asked = new LinkedHashMap<>(); // by kernel
  private List<String[]> witnesses; // by kernel: name, marks of lanes 0 to 7, orders of compilers

  @TempDir Path folder;

  @Test
  @DisplayName("every family executes every mark as often as the text asks")
  void everyFamilyExecutesEveryMarkAsOftenAsTheTextAsks() throws IOException {
    read();
    Map<String, Map<String, String>> found = new LinkedHashMap<>(); // by kernel, device
    Map<String, String> orders = new LinkedHashMap<>();
    for (RunResult r : run()) {
      assertThat(r.status()).as(r.message()).isEqualTo(RunStatus.OK);
      assertThat(r.verified()).as(r.message()).isTrue();
      int wavefronts = LANES / (WIDE.contains(r.device()) ? 64 : 32);
      for (KernelTimes k : r.lines().kernels()) {
        found
            .computeIfAbsent(k.name(), n -> new LinkedHashMap<>())
            .put(r.device(), executions(k, wavefronts, asked.get(k.name())));
        orders.put(k.name(), order(k));
      }
    }
    String page = Files.readString(PAGE);
    String table = page.substring(0, page.indexOf(WRITTEN)) + WRITTEN + "\n" + table(found, orders);
    if (Boolean.getBoolean("lockstep.write.docs")) {
      Files.writeString(PAGE, table);
    }
    assertThat(page).isEqualTo(table);
    found.forEach(
        (kernel, devices) ->
            assertThat(devices.values())
                .as(kernel)
                .allMatch(counts -> counts.equals(asked.get(kernel))));
  }

  private void read() throws IOException {
    String text = Files.readString(FOLDER.resolve("survey.cl"));
    Matcher kernel = KERNEL.matcher(text);
    while (kernel.find()) {
      asked.put(kernel.group(2), kernel.group(1));
    }
    witnesses =
        Files.readAllLines(FOLDER.resolve("witnesses.csv")).stream()
            .skip(1)
            .map(l -> l.split(",", -1))
            .toList();
    assertThat(witnesses).extracting(w -> w[0]).containsExactlyElementsOf(asked.keySet());
    int line = 0;
    for (String l : text.lines().toList()) {
      line++;
      Matcher mark = MARK.matcher(l);
      if (mark.matches()) {
        marks.put(line, Integer.parseInt(mark.group(1)));
      }
    }
  }

  private List<RunResult> run() throws IOException {
    Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
    Runner runner = new Runner(catalogue, Plugins.frontends());
    List<Runner.Target> targets =
        DEVICES.stream().map(id -> new Runner.Target(catalogue.spec(id))).toList();
    RunOptions options = RunOptions.defaults().with().byLine(true).threads(1).build();
    return SharedProgram.run(runner, workload(), Map.of(), targets, options);
  }

  /** Writes a workload that launches each kernel and expects the marks of the witness. */
  private Path workload() throws IOException {
    StringBuilder buffers = new StringBuilder();
    StringBuilder launches = new StringBuilder();
    StringBuilder results = new StringBuilder();
    for (String[] w : witnesses) {
      String k = w[0];
      buffers.append("  %s: {type: u32, count: %d, init: zero}%n".formatted(k, WORDS * LANES));
      launches.append(
          "  - {launch: %s, grid: [1], block: [%d], args: [v, %s]}%n".formatted(k, LANES, k));
      results.append("  %s: {file: %s.bin}%n".formatted(k, k));
      Files.write(folder.resolve(k + ".bin"), marks(w[1].split(" ")));
    }
    Files.copy(FOLDER.resolve("survey.cl"), folder.resolve("survey.cl"));
    return Files.writeString(
        folder.resolve("survey.yaml"),
        ("name: survey%nkernels: survey.cl%nbuffers:%n"
                + "  v: {type: u32, count: %d, init: {expression: \"i %% 8\"}}%n"
                + "%ssteps:%n%sexpect:%n%s")
            .formatted(2 * LANES, buffers, launches, results));
  }

  /** Returns the words that all lanes write; a mask has the marks of each lane modulo 8. */
  private static byte[] marks(String[] masks) {
    ByteBuffer words = ByteBuffer.allocate(4 * WORDS * LANES).order(ByteOrder.LITTLE_ENDIAN);
    for (int lane = 0; lane < LANES; lane++) {
      int mask = Integer.parseInt(masks[lane % masks.length], 16);
      for (int mark = 0; mark < WORDS; mark++) {
        words.putInt((mask >> mark & 1) == 0 ? 0 : 4096 + mark);
      }
    }
    return words.array();
  }

  /** Returns how often a wavefront executes each mark: of its copies in the code, the sum. */
  private String executions(KernelTimes kernel, int wavefronts, String as) {
    long[] counts = new long[as.split(" ").length];
    for (InstructionTimes i : stores(kernel)) {
      counts[marks.get(i.line())] += i.work().orElseThrow().executions();
    }
    return Arrays.stream(counts)
        .mapToObj(c -> c % wavefronts == 0 ? "" + c / wavefronts : c + "/" + wavefronts)
        .collect(Collectors.joining(" "));
  }

  /** The stores of marks; the values that they store may have the line of the mark before. */
  private List<InstructionTimes> stores(KernelTimes kernel) {
    List<Instruction> all =
        kernel.code().kernel().blocks().stream().flatMap(b -> b.instructions().stream()).toList();
    return kernel.instructions().stream()
        .filter(i -> i.instruction() >= 0 && all.get(i.instruction()).op() == Op.STORE)
        .filter(i -> i.work().isPresent() && marks.containsKey(i.line()))
        .toList();
  }

  private String order(KernelTimes kernel) {
    Set<Integer> order = new LinkedHashSet<>();
    stores(kernel).forEach(i -> order.add(marks.get(i.line())));
    return order.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  private String table(Map<String, Map<String, String>> found, Map<String, String> orders) {
    List<String> rows = new ArrayList<>();
    rows.add("| kernel | by the text | " + String.join(" | ", DEVICES) + " |");
    rows.add("|---|---|" + "---|".repeat(DEVICES.size()));
    found.forEach(
        (kernel, devices) ->
            rows.add(
                "| %s | %s | %s |"
                    .formatted(
                        kernel.replace('_', ' '),
                        asked.get(kernel),
                        devices.values().stream()
                            .map(c -> c.equals(asked.get(kernel)) ? "same" : c)
                            .collect(Collectors.joining(" | ")))));
    rows.add("");
    rows.add("Order of the marks in the code:");
    rows.add("");
    rows.add("| kernel | here | clang 19, gfx90a | clang 19, r600 | ptxas 13, sm_80 |");
    rows.add("|---|---|---|---|---|");
    for (String[] w : witnesses) {
      rows.add(
          "| %s | %s | %s | %s | %s |"
              .formatted(w[0].replace('_', ' '), orders.get(w[0]), w[2], w[3], w[4]));
    }
    return String.join("\n", rows) + "\n";
  }
}
