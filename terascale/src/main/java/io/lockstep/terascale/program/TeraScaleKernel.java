// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.program;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.rows.FinishedKernel;
import io.lockstep.lower.rows.PrivateFrame;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.SlowPath;
import io.lockstep.terascale.clause.Clause;
import io.lockstep.terascale.clause.ClauseTable;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Role;
import io.lockstep.terascale.code.ValueTable;
import io.lockstep.terascale.code.VliwArchitecture;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A kernel as a control-flow program of clauses. Immutable, thread-safe.
 *
 * <p>Each block of the portable kernel has its own clauses, so that a wavefront's recorded path
 * determines the clauses that it executes.
 */
public final class TeraScaleKernel extends FinishedKernel implements AssemblyText.Program {
  private final VliwArchitecture architecture;
  private final ClauseTable table;
  private final ValueTable values;
  private final Resources resources;
  private final List<Integer> completing; // rows of clauses that need CompletePath

  /**
   * What a kernel takes of the machine.
   *
   * @param registers 128-bit registers a work-item
   * @param indexedRegisters registers that hold private arrays, included in {@code registers}
   * @param stackEntries control-flow stack entries a wavefront
   * @param emulatesLocal whether local memory is emulated in global memory
   */
  public record Resources(
      int registers, int indexedRegisters, int stackEntries, boolean emulatesLocal) {}

  /**
   * @param values values with assigned channels and registers
   */
  public TeraScaleKernel(
      VliwArchitecture architecture, ClauseTable table, ValueTable values, Resources resources) {
    super(table.rows.rows(), resources.registers, frame(table, resources));
    this.architecture = architecture;
    this.table = table;
    this.values = values;
    this.resources = resources;
    List<Clause> clauses = all().toList();
    completing =
        IntStream.range(0, clauses.size())
            .filter(c -> needsCompletePath(clauses.get(c)))
            .mapToObj(table.rows::clause)
            .toList();
  }

  private static PrivateFrame frame(ClauseTable table, Resources resources) {
    Kernel kernel = table.rows.kernel();
    String emulated = "kernel '%s': local memory emulated in global memory (lds.emulate=global)";
    return new PrivateFrame(
        kernel.privateBytes() + table.spillBytes,
        0,
        resources.emulatesLocal ? emulated.formatted(kernel.name()) : "");
  }

  /**
   * Whether a clause contains an atomic, a store of less than 32 bits or a store of typed elements,
   * which force all of a kernel's stores onto CompletePath.
   */
  private static boolean needsCompletePath(Clause clause) {
    return clause.kind() == MachineOp.Kind.ATOMIC
        || (clause.kind() == MachineOp.Kind.STORE
            && (clause.ops().get(0).bytes() < 4 || clause.ops().get(0).is(Role.Flag.TEXTURE)));
  }

  private Stream<Clause> all() {
    return table.clauses.stream().flatMap(List::stream);
  }

  /** Returns the bytes of scratch memory per work-item for spilled values. */
  public int spillBytes() {
    return table.spillBytes;
  }

  /** Returns the blocks as coded, after if-conversion. */
  @Override
  public List<Block> blocks() {
    return table.flowing;
  }

  @Override
  public VliwArchitecture architecture() {
    return architecture;
  }

  public List<List<Clause>> clauses() {
    return table.clauses;
  }

  @Override
  public List<Clause> clauses(int block) {
    return table.clauses.get(block);
  }

  public ClauseTable table() {
    return table;
  }

  @Override
  public ValueTable values() {
    return values;
  }

  @Override
  public int stackEntries() {
    return resources.stackEntries;
  }

  public Resources resources() {
    return resources;
  }

  /** Returns the bundles of a block's ALU clauses, in order. */
  public List<Bundle> bundles(int block) {
    return clauses(block).stream().flatMap(clause -> clause.bundles().stream()).toList();
  }

  @Override
  public int bundles() {
    return IntStream.of(table.bundles).sum();
  }

  /** Returns the number of filled slots; an operation over several slots counts each. */
  @Override
  public int slots() {
    return IntStream.of(table.slots).sum();
  }

  @Override
  public int operations() {
    return (int) all().flatMap(Clause::arithmetic).count();
  }

  @Override
  public int fetches() {
    return all()
        .filter(clause -> clause.kind() == MachineOp.Kind.FETCH)
        .mapToInt(clause -> clause.ops().size())
        .sum();
  }

  /**
   * Whether all stores take the cached path (CompletePath). One atomic or one store below 32 bits
   * in the kernel decides for all, even if it never runs (Elteir, Lin, Feng, CLUSTER 2011). Typed
   * elements have no cacheless store (LLVM R600 backend, RAT_STORE_TYPED).
   */
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

  @Override
  public String port(int row) {
    return table.rows.port(row);
  }

  @Override
  public List<CodeLine> code() {
    return new AssemblyText(this, table.rows).lines();
  }
}
