// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.spi.MachineKernel;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** The accesses and barriers in machine code, without rows that move spilled values. */
final class CodeEffects {
  private static final Set<String> MEMORY = Set.of("vmem", "lds", "scalar", "issue");
  private static final Pattern MOVES =
      Pattern.compile("spilled| again |scratch_|off, s32|accvgpr|SCRATCH");

  private CodeEffects() {}

  /** Returns the number of rows of each access and barrier. */
  static Map<String, Integer> counts(MachineKernel code) {
    Map<String, Integer> rows = new TreeMap<>();
    each(
        code,
        (from, port) -> {
          int most = MEMORY.contains(port) ? Integer.MAX_VALUE : 1;
          String effect = from.op() + " of line " + from.line();
          rows.merge(effect, 1, (x, y) -> Math.min(x + y, most));
        });
    return rows;
  }

  /** Returns the lines of the accesses and barriers. */
  static Set<Integer> lines(MachineKernel code) {
    Set<Integer> lines = new TreeSet<>();
    each(code, (from, port) -> lines.add(from.line()));
    return lines;
  }

  private static void each(MachineKernel code, BiConsumer<Instruction, String> effect) {
    List<Instruction> instructions = new ArrayList<>();
    code.kernel().blocks().forEach(b -> instructions.addAll(b.instructions()));
    BitSet moves = new BitSet();
    for (CodeLine line : code.code()) {
      if (MOVES.matcher(line.text()).find()) {
        line.rows().forEach(moves::set);
      }
    }
    CodeOrigins origins = code.origins().orElseThrow();
    for (int row = 0; row < origins.rows(); row++) {
      String port = code.port(row);
      if (!moves.get(row)) {
        origins.split(
            row,
            1 << 24,
            (i, ticks) -> {
              Instruction from = i < 0 ? null : instructions.get(i);
              if (from != null && isEffect(from, port)) {
                effect.accept(from, port);
              }
            });
      }
    }
  }

  /**
   * Whether a row at the issue port may be an access or barrier; rows at other ports only prepare
   * one.
   */
  private static boolean isEffect(Instruction i, String port) {
    return switch (port) {
      case "alu", "valu" -> false;
      case "fetch" -> i.op() == Op.LOAD; // of TeraScale, of which a row is a clause
      case "store" -> i.op() == Op.STORE;
      case "" -> i.op() == Op.BARRIER;
      default -> i.isRecorded() || i.op() == Op.BARRIER;
    };
  }
}
