// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Checks that a kernel is well formed, so that executors and devices need not check it. Kernels of
 * a front-end must always pass; a failure is a bug in the front-end. A trace file with a kernel
 * that does not pass is damaged.
 */
public final class KernelVerifier {
  private final Kernel kernel;
  private final List<String> problems = new ArrayList<>();
  private int nextSlot;

  private KernelVerifier(Kernel kernel) {
    this.kernel = kernel;
  }

  /**
   * Throws if the kernel is not well formed.
   *
   * @param kernel kernel of a front-end
   * @throws IllegalStateException naming all problems
   */
  public static void verify(Kernel kernel) {
    List<String> problems = problems(kernel);
    if (!problems.isEmpty()) {
      throw new IllegalStateException(
          "kernel " + kernel.name() + " is malformed: " + String.join("; ", problems));
    }
  }

  /**
   * {@return all problems, in the order of the blocks; empty if there are none}
   *
   * @param kernel kernel of any origin
   */
  public static List<String> problems(Kernel kernel) {
    KernelVerifier v = new KernelVerifier(kernel);
    v.run();
    return v.problems;
  }

  /**
   * {@return registers that an instruction reads although no path from the entry defines them, in
   * ascending order}
   *
   * @param kernel a well-formed kernel
   */
  public static List<Integer> neverDefined(Kernel kernel) {
    int n = kernel.blocks().size();
    int[][] early = new int[n][]; // registers that a block reads before it defines them
    int[][] defined = new int[n][];
    BitSet wanted = new BitSet();
    BitSet reads = new BitSet();
    BitSet writes = new BitSet();
    BlockValues touched = new BlockValues();
    for (int b = 0; b < n; b++) {
      for (Instruction i : kernel.blocks().get(b).instructions()) {
        for (int register : i.reads()) {
          touched.add(register);
          reads.set(register, reads.get(register) || !writes.get(register));
        }
        for (int register : i.writes()) {
          touched.add(register);
          writes.set(register);
        }
      }
      early[b] = touched.in(reads);
      defined[b] = touched.in(writes);
      Arrays.stream(early[b]).forEach(wanted::set);
      touched.clear(reads, writes);
    }
    List<List<Integer>> successors = kernel.blocks().stream().map(Block::successors).toList();
    BlockFlow flow = new BlockFlow(BlockFlow.reversed(BlockFlow.edges(successors)));
    for (int b = 0; b < n; b++) {
      flow.set(b, Arrays.stream(defined[b]).filter(wanted::get).toArray(), new int[0]);
    }
    flow.solve();
    BitSet missing = new BitSet();
    for (int b = 0; b < n; b++) {
      for (int register : early[b]) {
        missing.set(register, missing.get(register) || !flow.reaches(b, register));
      }
    }
    return missing.stream().boxed().toList();
  }

  private void run() {
    int n = kernel.blocks().size();
    if (n == 0) {
      problems.add("no blocks");
      return;
    }
    problems.addAll(KernelHeader.problems(kernel));
    if (!problems.isEmpty()) {
      return;
    }
    for (int b = 0; b < n; b++) {
      block(b, kernel.blocks().get(b), n);
    }
    if (nextSlot != kernel.memorySlots()) {
      problems.add(nextSlot + " memory slots found, " + kernel.memorySlots() + " declared");
    }
    if (problems.isEmpty()) {
      for (int r : neverDefined(kernel)) {
        problems.add("register " + r + " (" + kernel.registerNames().get(r) + ") is never defined");
      }
    }
  }

  private void block(int b, Block block, int n) {
    if (block.id() != b) {
      problems.add("block " + b + " has number " + block.id());
    }
    if (block.instructions().isEmpty()) {
      problems.add("block " + b + " is empty");
      return;
    }
    for (int s : block.successors()) {
      if (s < 0 || s >= n) {
        problems.add("block " + b + " has successor " + s);
      }
    }
    Op last = block.last().op();
    int count = block.successors().size();
    boolean fits =
        switch (last) {
          case EXIT -> count == 0;
          case BRANCH -> count == 2;
          case SWITCH -> count >= 1;
          default -> count == 1;
        };
    if (!fits) {
      problems.add("block " + b + " ends with " + last + " and has " + count + " successors");
    }
    if (block.postDominator() < -1 || block.postDominator() >= n) {
      problems.add("block " + b + " has post-dominator " + block.postDominator());
    }
    if (block.loop() < -1 || block.loop() >= kernel.loops()) {
      problems.add("block " + b + " is in loop " + block.loop() + " of " + kernel.loops());
    }
    if (block.loopDepth() < 0) {
      problems.add("block " + b + " has loop depth " + block.loopDepth());
    }
    for (int k = 0; k < block.instructions().size(); k++) {
      Instruction i = block.instructions().get(k);
      boolean end = k == block.instructions().size() - 1;
      if (!end && (i.op().isTerminator() || i.op() == Op.BARRIER)) {
        problems.add("block " + b + ": " + i.op() + " is not at its end");
      }
      String line = i.line() > 0 ? ", line " + i.line() : "";
      instruction("block " + b + ", instruction " + k + " (" + i.op() + line + ")", i);
    }
  }

  private void instruction(String where, Instruction i) {
    int known = problems.size();
    registers(where, i);
    if (problems.size() > known) {
      return;
    }
    String variant = InstructionShape.variantProblem(i);
    if (!variant.isEmpty()) {
      problems.add(where + ": " + variant);
    } else if (!InstructionShape.fits(i)) {
      problems.add(
          "%s: %s destinations, %s sources"
              .formatted(where, i.destinations().size(), i.sources().size()));
    }
    if (problems.size() > known) {
      nextSlot += i.slots();
      return;
    }
    if (i.op() == Op.MATRIX && kernel.fixedWidth() != i.matrix().lanes()) {
      problems.add(where + ": wavefronts are not fixed at " + i.matrix().lanes());
    }
    if (i.op() == Op.AWAIT_COPIES && i.sources().get(0).isRegister()) {
      problems.add(where + ": the number of groups is not constant");
    }
    guard(where, i);
    memory(where, i);
    destinationTypes(where, i);
    for (int k = 0; k < i.sources().size(); k++) {
      sourceType(where, i, k);
    }
  }

  private void registers(String where, Instruction i) {
    boolean mayDrop = i.op().reads() || i.op().results() > 1;
    for (int d : i.destinations()) {
      if (d < -1 || d >= kernel.registers().size() || d == -1 && !mayDrop) {
        problems.add(where + ": destination " + d);
      }
    }
    for (Operand s : i.sources()) {
      if (s.register() < -1 || s.register() >= kernel.registers().size()) {
        problems.add(where + ": source register " + s.register());
      }
    }
    if (i.guard() >= kernel.registers().size()) {
      problems.add(where + ": guard " + i.guard());
    }
  }

  private void guard(String where, Instruction i) {
    if (i.guard() < 0) {
      if (i.op() == Op.BRANCH) {
        problems.add(where + ": no guard");
      }
      return;
    }
    if (type(i.guard()) != Type.I1) {
      problems.add(where + ": the guard is not a predicate");
    }
    if (i.op() != Op.BRANCH && !i.op().isComputation()) {
      problems.add(where + ": is guarded and no block of its own");
    }
  }

  private void memory(String where, Instruction i) {
    boolean needs = i.op().reads() || i.op().writes();
    if (needs != (i.memory() != null)) {
      problems.add(where + (needs ? ": no memory access" : ": has a memory access"));
      return;
    }
    if (i.memory() == null) {
      return;
    }
    MemoryAccess m = i.memory();
    if (m.space() == Space.PARAMETER) {
      if (m.slot() != -1 || i.sources().get(0).isRegister()) {
        problems.add(where + ": parameters have no slot and a constant address");
      }
    } else if (m.slot() != nextSlot) {
      problems.add(where + ": slot " + m.slot() + ", expected " + nextSlot);
      nextSlot++;
    } else {
      nextSlot += i.slots();
    }
    Operand address = i.sources().get(0);
    if (address.isRegister() && type(address.register()).bits() < 32) {
      problems.add(where + ": the address has " + type(address.register()).bits() + " bits");
    }
  }

  private void destinationTypes(String where, Instruction i) {
    for (int k = 0; k < i.destinations().size(); k++) {
      int d = i.destinations().get(k);
      if (d < 0) {
        continue;
      }
      int own = k == 0 ? i.op().resultBits() : i.op().results() > 1 ? 1 : 0;
      int plain = i.op() == Op.MATRIX ? i.matrix().accumulatorBits() : i.type().bits();
      int bits = own == 0 ? plain : own;
      int held = type(d).bits();
      boolean fits = i.op() == Op.SURFACE_LOAD ? held >= bits : held == bits;
      if (!fits) {
        problems.add(where + ": destination has " + held + " bits, expected " + bits);
      }
      if (type(d) == Type.PTR && i.type() != Type.PTR) {
        problems.add(where + ": an address is written by an operation of type " + i.type());
      }
    }
  }

  private void sourceType(String where, Instruction i, int k) {
    Operand s = i.sources().get(k);
    if (!s.isRegister()) {
      return;
    }
    int wanted = InstructionShape.bits(i, k);
    int held = type(s.register()).bits();
    if (wanted > 0 && held != wanted || wanted < 0 && held < -wanted) {
      problems.add(
          where + ": source " + k + " has " + held + " bits, expected " + Math.abs(wanted));
    }
  }

  private Type type(int register) {
    return kernel.registers().get(register);
  }
}
