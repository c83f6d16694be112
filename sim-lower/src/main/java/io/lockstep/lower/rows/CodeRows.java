// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.rows;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.CodeOrigins;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Collects the rows of a kernel's machine code in order, with their origins in the portable kernel
 * and the lines of the listing. Not thread-safe.
 *
 * @param <R> a family's fields of a row, later turned into arrays by {@link Columns}
 */
public final class CodeRows<R> {
  private final Kernel kernel;
  private final List<R> rows = new ArrayList<>();
  private final CodeOrigins.Builder origins;
  private final List<CodeLine> lines = new ArrayList<>();
  private final int[] first;
  private final int[] end;
  private int block = -1;

  /**
   * Creates an empty collection.
   *
   * @param kernel the portable kernel
   */
  public CodeRows(Kernel kernel) {
    this(kernel, kernel.blocks().size());
  }

  /**
   * Creates an empty collection for code with blocks of its own.
   *
   * @param kernel the portable kernel
   * @param blocks number of the code's blocks
   */
  public CodeRows(Kernel kernel, int blocks) {
    this.kernel = kernel;
    origins = CodeOrigins.of(kernel);
    first = new int[blocks + 1];
    end = new int[blocks];
  }

  /**
   * Begins a block; blocks may come in any order, each at most once.
   *
   * @param number number of the block
   * @param label line of the listing that names it
   */
  public void begin(int number, String label) {
    block = number;
    first[block] = rows.size();
    end[block] = rows.size();
    note(label);
  }

  /**
   * Adds a row, which belongs to the current block.
   *
   * @param row the family's fields
   * @param from instructions of the portable kernel that the row implements, in equal shares; empty
   *     for a row that the compiler inserted
   */
  public void add(R row, List<Instruction> from) {
    rows.add(row);
    origins.row(from);
    if (block >= 0) {
      end[block] = rows.size();
    }
  }

  /**
   * Adds an instruction to the origins of the last row.
   *
   * @param instruction instruction of the portable kernel; null is ignored
   * @param share its weight within the row, at least 1
   */
  public void from(Instruction instruction, int share) {
    origins.from(instruction, share);
  }

  /**
   * Adds a line to the listing that shows the last row and its time.
   *
   * @param text without a line feed
   * @param from instructions of the portable kernel whose source lines it names
   */
  public void line(String text, List<Instruction> from) {
    lines.add(CodeLine.of(text, from).telling(rows.size() - 1));
  }

  /**
   * Adds a line to the listing without a time: a comment, a label, or a flag of another line.
   *
   * @param text without a line feed
   * @param from instructions of the portable kernel whose source lines it names
   */
  public void note(String text, Instruction... from) {
    lines.add(CodeLine.of(text, List.of(from)));
  }

  /** {@return the rows so far, not modifiable} */
  public List<R> rows() {
    return Collections.unmodifiableList(rows);
  }

  /** {@return the portable kernel} */
  public Kernel kernel() {
    return kernel;
  }

  CodeOrigins origins() {
    return origins.build();
  }

  List<CodeLine> lines() {
    return List.copyOf(lines);
  }

  /** First row of each block; one more entry with the number of rows. */
  int[] first() {
    first[end.length] = rows.size();
    return first;
  }

  int[] end() {
    return end;
  }
}
