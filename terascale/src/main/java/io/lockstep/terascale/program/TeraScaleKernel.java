// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.program;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.SlowPath;
import io.lockstep.terascale.clause.Clause;
import io.lockstep.terascale.clause.ClauseTable;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.ValueTable;
import io.lockstep.terascale.code.VliwArchitecture;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A kernel as a control-flow program of clauses. Immutable, thread-safe.
 *
 * <p>Each block of the portable kernel has its own clauses, so that a wavefront's recorded path
 * determines the clauses that it executes.
 */
public final class TeraScaleKernel implements MachineKernel, ClauseProgram {
  private final Kernel kernel;
  private final List<Block> blocks;
  private final VliwArchitecture architecture;
  private final List<List<Clause>> clauses;
  private final ValueTable values;
  private final int registers;
  private final int stackEntries;
  private final int indexedRegisters;
  private final List<Integer> completing; // rows of clauses that need CompletePath
  private final boolean emulatesLocal;
  private final ClauseTable table;
  private final int spillBytes;

  /**
   * @param blocks the blocks after if-conversion, with the numbers of the kernel's blocks
   * @param values values with assigned channels and registers
   * @param indexedRegisters number of registers that hold private arrays, included in {@code
   *     registers}
   */
  public TeraScaleKernel(
      Kernel kernel,
      List<Block> blocks,
      VliwArchitecture architecture,
      List<List<Clause>> clauses,
      ValueTable values,
      int registers,
      int stackEntries,
      int indexedRegisters,
      boolean emulatesLocal) {
    this.kernel = kernel;
    this.blocks = List.copyOf(blocks);
    this.architecture = architecture;
    this.clauses = clauses.stream().map(List::copyOf).toList();
    this.values = values;
    this.registers = registers;
    this.stackEntries = stackEntries;
    this.indexedRegisters = indexedRegisters;
    this.emulatesLocal = emulatesLocal;
    table = new ClauseTable(kernel, this.blocks, this.clauses);
    spillBytes =
        16
            * memoryOperations()
                .map(MachineOp::spill)
                .filter(Objects::nonNull)
                .mapToInt(slot -> slot.vector() + 1)
                .max()
                .orElse(0);
    List<Clause> all = clauses.stream().flatMap(List::stream).toList();
    completing =
        IntStream.range(0, all.size())
            .filter(c -> needsCompletePath(all.get(c)))
            .mapToObj(table.rows::clause)
            .toList();
  }

  /**
   * Whether a clause contains an atomic, a store of less than 32 bits or a store of typed elements,
   * which force all of a kernel's stores onto CompletePath.
   */
  private static boolean needsCompletePath(Clause clause) {
    return clause.kind() == Clause.Kind.ATOMIC
        || (clause.kind() == Clause.Kind.STORE
            && (clause.ops().get(0).bytes() < 4 || clause.ops().get(0).isTexture()));
  }

  private Stream<MachineOp> memoryOperations() {
    return clauses.stream().flatMap(List::stream).flatMap(clause -> clause.ops().stream());
  }

  /** Returns the bytes of scratch memory per work-item for spilled values. */
  public int spillBytes() {
    return spillBytes;
  }

  @Override
  public Kernel kernel() {
    return kernel;
  }

  @Override
  public List<Block> blocks() {
    return blocks;
  }

  @Override
  public VliwArchitecture architecture() {
    return architecture;
  }

  @Override
  public List<List<Clause>> clauses() {
    return clauses;
  }

  public ClauseTable table() {
    return table;
  }

  @Override
  public ValueTable values() {
    return values;
  }

  @Override
  public int registers() {
    return registers;
  }

  @Override
  public int stackEntries() {
    return stackEntries;
  }

  /** Returns the number of registers that hold private arrays. */
  public int indexedRegisters() {
    return indexedRegisters;
  }

  @Override
  public boolean completePath() {
    return !completing.isEmpty();
  }

  @Override
  public Optional<SlowPath> slowPath() {
    return completePath()
        ? Optional.of(new SlowPath("CompletePath", completing))
        : Optional.empty();
  }

  public boolean emulatesLocal() {
    return emulatesLocal;
  }

  @Override
  public Optional<CodeOrigins> origins() {
    return Optional.of(table.rows.origins());
  }

  @Override
  public String port(int row) {
    return table.rows.port(row);
  }

  @Override
  public String remark() {
    return emulatesLocal
        ? "kernel '"
            + kernel.name()
            + "': local memory emulated in global memory (lds.emulate=global)"
        : "";
  }

  @Override
  public String assembly() {
    return CodeLine.text(code());
  }

  @Override
  public List<CodeLine> code() {
    return new AssemblyText(this, table.rows).lines();
  }
}
