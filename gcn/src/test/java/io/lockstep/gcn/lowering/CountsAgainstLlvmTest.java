// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Specs;
import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.testsupport.Kernels;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/**
 * Static instructions of each kind, kernel by kernel, beside those that LLVM 19 makes of the same
 * source. Prints the table: {@code mvn -pl gcn test -Dtest=CountsAgainstLlvmTest}.
 */
class CountsAgainstLlvmTest {
  private static final Map<String, String> DEVICES =
      Map.of("gfx908", "mi100", "gfx90a", "mi210", "gfx942", "mi300a");

  /** What is counted, in the order of the table's columns. */
  private static final Map<String, ToIntFunction<GcnKernel>> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("total", GcnKernel::size);
    KINDS.put("valu", k -> count(k, GcnClass.VALU, GcnClass.VALU_TRANS64));
    KINDS.put("salu", k -> k.count(GcnClass.SALU));
    KINDS.put("smem", k -> k.count(GcnClass.SMEM));
    KINDS.put("vmem", k -> count(k, GcnClass.VMEM_LOAD, GcnClass.VMEM_ATOMIC_RETURN));
    KINDS.put("lds", k -> count(k, GcnClass.LDS_READ, GcnClass.LDS_PERMUTE));
    KINDS.put("waitcnt", k -> k.count(GcnClass.WAITCNT));
    KINDS.put("branch", k -> k.count(GcnClass.BRANCH));
    KINDS.put("vgprs", GcnKernel::registers);
  }

  private static int count(GcnKernel k, GcnClass first, GcnClass last) {
    return Arrays.stream(GcnClass.values())
        .filter(c -> c.compareTo(first) >= 0 && c.compareTo(last) <= 0)
        .mapToInt(k::count)
        .sum();
  }

  private static List<String[]> rows() {
    String text =
        Kernels.read(
            CountsAgainstLlvmTest.class.getResourceAsStream("llvm-counts.csv"), "llvm-counts.csv");
    return text.lines().filter(l -> !l.startsWith("#")).skip(1).map(l -> l.split(",")).toList();
  }

  /** A kernel whose loops are those of LLVM's code: compiled without unrolling, or the corpus's. */
  private static Kernel kernel(String name) {
    String file = name + "-rolled.ptx";
    InputStream rolled = CountsAgainstLlvmTest.class.getResourceAsStream(file);
    return rolled == null
        ? Kernels.corpus(name)
        : Kernels.ptx(name, Kernels.read(rolled, file)).get(0);
  }

  /** Relative differences from LLVM's counts by kind, those of counts of 0 left out. */
  private static Map<String, List<Double>> differences(StringBuilder table) {
    Map<String, List<Double>> off = new LinkedHashMap<>();
    KINDS.keySet().forEach(kind -> off.put(kind, new ArrayList<>()));
    for (String[] row : rows()) {
      GcnLowering lowering = new GcnLowering(Specs.chip(row[1], Specs.of(DEVICES.get(row[1]))));
      GcnKernel k = lowering.lower(kernel(row[0]));
      table.append(String.format(Locale.ROOT, "%-11s%-8s", row[0], row[1]));
      int column = 2;
      for (var kind : KINDS.entrySet()) {
        int ours = kind.getValue().applyAsInt(k);
        int theirs = Integer.parseInt(row[column++]);
        table.append(String.format(Locale.ROOT, "%5d/%-5d", ours, theirs));
        if (theirs > 0) {
          off.get(kind.getKey()).add(Math.abs(ours - theirs) / (double) theirs);
        }
      }
      table.append('\n');
    }
    return off;
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(v -> v).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private static double within(double most, List<Double> values) {
    return values.stream().filter(v -> v <= most).count() / (double) values.size();
  }

  @Test
  void instructionsOfEachKindAreNearlyAsManyAsLlvms() {
    StringBuilder table = new StringBuilder("ours/LLVM's   ");
    KINDS.keySet().forEach(kind -> table.append(String.format("%11s", kind)));
    table.append('\n');
    Map<String, List<Double>> off = differences(table);
    List<Double> all = new ArrayList<>();
    off.forEach(
        (kind, values) -> {
          all.addAll(values);
          table.append(line(kind, values));
        });
    table.append(line("all", all));
    System.out.write(table.toString().getBytes(StandardCharsets.UTF_8), 0, table.length());
    System.out.flush();
    assertThat(median(off.get("total"))).isLessThan(0.15);
    assertThat(within(0.4, off.get("total"))).isGreaterThan(0.9);
  }

  private static String line(String kind, List<Double> values) {
    return String.format(
        Locale.ROOT,
        "%-11s median off by %4.1f %%, within 40 %%: %5.1f %% of %d%n",
        kind,
        100 * median(values),
        100 * within(0.4, values),
        values.size());
  }
}
