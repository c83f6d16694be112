// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.facts;

import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Definitions, readers and constants of a kernel's registers, and the control flow between its
 * blocks. Immutable; not thread-safe, since liveness is computed on first use.
 */
public final class RegisterFacts {
  private static final int LOOP = 8;
  private static final int DEEPEST = 6;

  private final Kernel kernel;
  private final List<Instruction> code = new ArrayList<>();
  private final int[] definitions;
  private final Instruction[] definition;
  private final int[] definitionBlock;
  private final List<List<Instruction>> readers = new ArrayList<>();
  private final int[][] predecessors;
  private final long[] accesses;
  private Liveness liveness;

  /**
   * Collects the facts in one pass.
   *
   * @param kernel a verified kernel
   */
  public RegisterFacts(Kernel kernel) {
    this.kernel = kernel;
    int n = kernel.registers().size();
    definitions = new int[n];
    definition = new Instruction[n];
    definitionBlock = new int[n];
    accesses = new long[n];
    for (int r = 0; r < n; r++) {
      readers.add(new ArrayList<>());
    }
    predecessors = predecessors(kernel);
    for (Block block : kernel.blocks()) {
      code.addAll(block.instructions());
      long weight = weight(block);
      for (Instruction i : block.instructions()) {
        for (int d : i.writes()) {
          accesses[d] += weight;
          definition[d] = definitions[d]++ == 0 && i.guard() < 0 ? i : null;
          definitionBlock[d] = block.id();
        }
        for (int r : i.reads()) {
          accesses[r] += weight;
          readers.get(r).add(i);
        }
      }
    }
  }

  private static int[][] predecessors(Kernel kernel) {
    List<List<Integer>> lists = new ArrayList<>();
    kernel.blocks().forEach(b -> lists.add(new ArrayList<>()));
    for (Block block : kernel.blocks()) {
      block.successors().stream().distinct().forEach(s -> lists.get(s).add(block.id()));
    }
    return lists.stream()
        .map(l -> l.stream().mapToInt(Integer::intValue).toArray())
        .toArray(int[][]::new);
  }

  /** {@return the kernel} */
  public Kernel kernel() {
    return kernel;
  }

  /** {@return the instructions of all blocks in program order; not a copy} */
  public List<Instruction> code() {
    return code;
  }

  /** {@return the number of registers} */
  public int registers() {
    return definitions.length;
  }

  /**
   * {@return the number of instructions that write a register}
   *
   * @param register register of the kernel
   */
  public int definitions(int register) {
    return definitions[register];
  }

  /**
   * {@return whether exactly one instruction writes a register, guarded or not}
   *
   * @param register register of the kernel
   */
  public boolean isWrittenOnce(int register) {
    return definitions[register] == 1;
  }

  /**
   * {@return the instruction that alone defines a register in all lanes; null if there are several,
   * none, or a guarded one}
   *
   * @param register register of the kernel
   */
  public Instruction definition(int register) {
    return definition[register];
  }

  /**
   * {@return the only register that an instruction writes, if it alone defines the register in all
   * lanes; otherwise -1}
   *
   * @param instruction instruction of the kernel
   */
  public int result(Instruction instruction) {
    List<Integer> writes = instruction.writes();
    return writes.size() == 1 && definition[writes.get(0)] == instruction ? writes.get(0) : -1;
  }

  /**
   * {@return whether an instruction's result is in a set of registers}
   *
   * @param instruction instruction of the kernel
   * @param registers registers of the kernel
   */
  public boolean defines(Instruction instruction, BitSet registers) {
    int result = result(instruction);
    return result >= 0 && registers.get(result);
  }

  /**
   * {@return the block of the last instruction that writes a register; 0 if none does}
   *
   * @param register register of the kernel
   */
  public int definitionBlock(int register) {
    return definitionBlock[register];
  }

  /**
   * {@return the instructions that read a register in program order, once per reading operand}
   *
   * @param register register of the kernel
   */
  public List<Instruction> readers(int register) {
    return readers.get(register);
  }

  /**
   * {@return the number of operands, guards included, that read a register}
   *
   * @param register register of the kernel
   */
  public int uses(int register) {
    return readers.get(register).size();
  }

  /**
   * {@return the estimated accesses to a register per execution of the kernel: its readers and
   * writers, each counted by the {@link #weight} of its block}
   *
   * @param register register of the kernel
   */
  public long accesses(int register) {
    return accesses[register];
  }

  /** {@return by block, the blocks from which control may flow to it, ascending; not a copy} */
  public int[][] predecessors() {
    return predecessors;
  }

  /** {@return the liveness of the kernel's registers} */
  public Liveness liveness() {
    if (liveness == null) {
      liveness = new Liveness(kernel);
    }
    return liveness;
  }

  /**
   * {@return the constant that a register always holds, a required group size included; null if it
   * holds none}
   *
   * @param register register of the kernel
   */
  public Long constant(int register) {
    Instruction d = definition[register];
    if (d == null) {
      return null;
    }
    if (d.op() == Op.MOVE && !d.sources().get(0).isRegister()) {
      return d.sources().get(0).bits();
    }
    if (d.op() == Op.SPECIAL && kernel.requiredGroupSize().size() == 3) {
      return switch (d.special()) {
        case LOCAL_SIZE_X -> (long) kernel.requiredGroupSize().get(0);
        case LOCAL_SIZE_Y -> (long) kernel.requiredGroupSize().get(1);
        case LOCAL_SIZE_Z -> (long) kernel.requiredGroupSize().get(2);
        default -> null;
      };
    }
    return null;
  }

  /**
   * {@return the constant value of an operand; null if it is not constant}
   *
   * @param operand operand of an instruction of the kernel
   */
  public Long constant(Operand operand) {
    return operand.isRegister() ? constant(operand.register()) : Long.valueOf(operand.bits());
  }

  /**
   * {@return the estimated executions of a block per execution of the kernel: eight for each loop
   * around it, at most six loops, as in compilers that have no trip counts}
   *
   * @param block a block of a kernel
   */
  public static long weight(Block block) {
    long weight = 1;
    for (int k = 0; k < Math.min(DEEPEST, block.loopDepth()); k++) {
      weight *= LOOP;
    }
    return weight;
  }
}
