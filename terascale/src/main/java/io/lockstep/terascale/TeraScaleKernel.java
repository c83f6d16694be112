package io.lockstep.terascale;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.parts.device.MachineKernel;
import io.lockstep.terascale.clause.Clause;
import io.lockstep.terascale.clause.ClauseTable;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Values;
import java.util.List;

/**
 * A kernel as a control-flow program of clauses. Immutable, thread-safe.
 *
 * <p>Each block of the portable kernel has its own clauses, so that a wavefront's recorded path
 * says which it executes.
 */
public final class TeraScaleKernel implements MachineKernel {
  private final Kernel kernel;
  private final VliwArchitecture architecture;
  private final List<List<Clause>> clauses;
  private final Values values;
  private final int registers;
  private final int stackEntries;
  private final int indexedRegisters;
  private final boolean completePath;
  private final boolean emulatesLocal;
  private final ClauseTable table;

  /**
   * @param clauses of each block
   * @param values channels and registers
   * @param registers 128-bit registers a work-item
   * @param stackEntries control-flow stack entries a wavefront
   * @param indexedRegisters registers that hold private arrays, among {@code registers}
   * @param emulatesLocal whether its local memory lies in global memory
   */
  public TeraScaleKernel(
      Kernel kernel,
      VliwArchitecture architecture,
      List<List<Clause>> clauses,
      Values values,
      int registers,
      int stackEntries,
      int indexedRegisters,
      boolean emulatesLocal) {
    this.kernel = kernel;
    this.architecture = architecture;
    this.clauses = clauses.stream().map(List::copyOf).toList();
    this.values = values;
    this.registers = registers;
    this.stackEntries = stackEntries;
    this.indexedRegisters = indexedRegisters;
    this.emulatesLocal = emulatesLocal;
    table = new ClauseTable(kernel, this.clauses);
    completePath =
        clauses.stream().flatMap(List::stream).anyMatch(TeraScaleKernel::needsCompletePath);
  }

  /**
   * One atomic, one store of less than 32 bits or one of typed elements sends all of a kernel's
   * stores that way.
   */
  private static boolean needsCompletePath(Clause clause) {
    return clause.kind() == Clause.Kind.ATOMIC
        || (clause.kind() == Clause.Kind.STORE
            && (clause.ops().get(0).bytes() < 4 || clause.ops().get(0).isTexture()));
  }

  @Override
  public Kernel kernel() {
    return kernel;
  }

  /** The instruction set it was made for. */
  public VliwArchitecture architecture() {
    return architecture;
  }

  /** The clauses of a block. */
  public List<Clause> clauses(int block) {
    return clauses.get(block);
  }

  /** The bundles of a block's ALU clauses, in order. */
  public List<Bundle> bundles(int block) {
    return clauses.get(block).stream().flatMap(c -> c.bundles().stream()).toList();
  }

  /** The same as flat arrays, for issue. */
  public ClauseTable table() {
    return table;
  }

  /** Where values live. */
  public Values values() {
    return values;
  }

  /** 128-bit registers a work-item. */
  @Override
  public int registers() {
    return registers;
  }

  /** Entries of the control-flow stack a wavefront. */
  public int stackEntries() {
    return stackEntries;
  }

  /** Registers that hold private arrays. */
  public int indexedRegisters() {
    return indexedRegisters;
  }

  /**
   * Whether stores take the cached path (CompletePath): one atomic or one store below 32 bits in
   * the kernel decides for all, even if it never runs (Elteir, Lin, Feng, CLUSTER 2011). Typed
   * elements have no cacheless store (LLVM R600 backend, RAT_STORE_TYPED).
   */
  public boolean completePath() {
    return completePath;
  }

  /** Whether its local memory lies in global memory. */
  public boolean emulatesLocal() {
    return emulatesLocal;
  }

  @Override
  public String remark() {
    return emulatesLocal
        ? "kernel '"
            + kernel.name()
            + "': local memory emulated in global memory (lds.emulate=global)"
        : "";
  }

  /** Bundles in the program text. */
  public int bundles() {
    return bundleStream(false);
  }

  /** Slots filled in the program text; a VLIW4 transcendental counts each slot it takes. */
  public int slots() {
    return bundleStream(true);
  }

  /** Operations in bundles, each counted once whatever slots it takes. */
  public int operations() {
    int n = 0;
    for (List<Clause> block : clauses) {
      for (Clause clause : block) {
        for (Bundle bundle : clause.bundles()) {
          n += bundle.ops().size();
        }
      }
    }
    return n;
  }

  private int bundleStream(boolean slots) {
    int n = 0;
    for (List<Clause> block : clauses) {
      for (Clause clause : block) {
        n += slots ? clause.slots() : clause.bundles().size();
      }
    }
    return n;
  }

  /** Clauses of a kind in the program text. */
  public int clauses(Clause.Kind kind) {
    int n = 0;
    for (List<Clause> block : clauses) {
      for (Clause clause : block) {
        n += clause.kind() == kind ? 1 : 0;
      }
    }
    return n;
  }

  /** Fetches in the program text. */
  public int fetches() {
    int n = 0;
    for (List<Clause> block : clauses) {
      for (Clause clause : block) {
        for (MachineOp op : clause.ops()) {
          n += op.kind() == MachineOp.Kind.FETCH ? 1 : 0;
        }
      }
    }
    return n;
  }

  @Override
  public String assembly() {
    return new Assembly(this).text();
  }
}
