// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.terascale.FiveSlots;
import io.lockstep.terascale.FourSlots;
import io.lockstep.terascale.code.VliwArchitecture;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Kernels;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * Static bundles, filled slots and registers, kernel by kernel, beside those that LLVM makes of the
 * same source. Prints the table: {@code mvn -pl terascale test -Dtest=CountsAgainstLlvmTest}.
 */
class CountsAgainstLlvmTest {
  private static final int BUNDLES = 0;
  private static final int OPERATIONS = 1;
  private static final int REGISTERS = 2;

  private static List<String[]> rows() {
    String text =
        Kernels.read(
            CountsAgainstLlvmTest.class.getResourceAsStream("llvm-r600.csv"), "llvm-r600.csv");
    return text.lines().filter(l -> !l.startsWith("#")).skip(1).map(l -> l.split(",")).toList();
  }

  /**
   * The kernel with the loops of LLVM's code: a text compiled without unrolling where the corpus's
   * has loops unrolled that LLVM's has not.
   */
  private static Kernel kernel(String name, String loops) {
    String file = name + "-rolled.ptx";
    boolean neverUnrolled = name.equals("chase") || name.equals("spmv"); // in LLVM's code for R600
    InputStream rolled = CountsAgainstLlvmTest.class.getResourceAsStream(file);
    return rolled == null || loops.equals("o2") && !neverUnrolled
        ? Kernels.corpus(name)
        : Kernels.ptx(name, Kernels.read(rolled, file)).get(0);
  }

  static TeraScaleKernel lower(String[] row) {
    VliwArchitecture architecture = row[1].equals("cypress") ? new FiveSlots() : new FourSlots();
    return Targets.lower(kernel(row[0], row[2]), architecture, EnumSet.allOf(CodeOption.class));
  }

  @Test
  void bundlesAndOperationsAreRarelyMoreThanLlvms() {
    StringBuilder table =
        new StringBuilder("ours/LLVM's                 bundles operations  registers\n");
    List<int[]> more = new ArrayList<>();
    for (String[] row : rows()) {
      TeraScaleKernel code = lower(row);
      int[] ours = {code.bundles(), code.slots(), code.registers()};
      int[] over = new int[ours.length];
      table.append(String.format(Locale.ROOT, "%-12s%-8s%-7s", row[0], row[1], row[2]));
      for (int k = 0; k < ours.length; k++) {
        int theirs = Integer.parseInt(row[3 + k]);
        over[k] = ours[k] - theirs;
        table.append(
            String.format(Locale.ROOT, "%5d/%-3d%s ", ours[k], theirs, over[k] > 0 ? "+" : " "));
      }
      table.append('\n');
      more.add(over);
    }
    double bundles = share(more, BUNDLES, 0);
    double operations = share(more, OPERATIONS, 0);
    double registers = share(more, REGISTERS, 2);
    table.append(
        String.format(
            Locale.ROOT,
            "of %d rows: bundles at most LLVM's %.0f %%, operations %.0f %%, registers + 2 %.0f %%%n",
            more.size(),
            100 * bundles,
            100 * operations,
            100 * registers));
    System.out.write(table.toString().getBytes(StandardCharsets.UTF_8), 0, table.length());
    System.out.flush();
    assertThat(bundles).isGreaterThanOrEqualTo(0.95);
    assertThat(operations).isGreaterThanOrEqualTo(0.95);
    assertThat(registers).isEqualTo(1);
  }

  private static double share(List<int[]> more, int column, int allowed) {
    return more.stream().filter(m -> m[column] <= allowed).count() / (double) more.size();
  }
}
