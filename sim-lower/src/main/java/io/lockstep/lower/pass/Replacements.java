// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The instructions by which a pass replaces those of a kernel, and their registers. */
public final class Replacements {
  private final Kernel kernel;
  private final List<Type> registers;
  private final List<String> names;
  private final Map<Instruction, List<Instruction>> instead = new IdentityHashMap<>();
  private final Map<Instruction, List<Instruction>> origins = new IdentityHashMap<>();

  /**
   * Begins without replacements.
   *
   * @param kernel the kernel that the pass changes
   */
  public Replacements(Kernel kernel) {
    this.kernel = kernel;
    registers = new ArrayList<>(kernel.registers());
    names = new ArrayList<>(kernel.registerNames());
  }

  /**
   * {@return a new register}
   *
   * @param type its type
   * @param name its name, empty for none
   */
  public int register(Type type, String name) {
    registers.add(type);
    names.add(name);
    return registers.size() - 1;
  }

  /**
   * {@return the type of a register}
   *
   * @param register a register of the kernel, or a new one
   */
  public Type type(int register) {
    return registers.get(register);
  }

  /** {@return the number of registers, new ones included} */
  public int registers() {
    return registers.size();
  }

  /**
   * {@return a new instruction}
   *
   * @param code the instruction
   * @param at the instruction whose place in the source it has
   * @param of the instructions of the kernel that it replaces, or does a part of
   */
  public Instruction make(InstructionBuilder code, Instruction at, List<Instruction> of) {
    return made(code.line(at.line()).column(at.column()).build(), of);
  }

  /**
   * {@return an instruction, as a new one}
   *
   * @param i the instruction
   * @param of the instructions of the kernel that it replaces, or does a part of
   */
  public Instruction made(Instruction i, List<Instruction> of) {
    origins.put(i, of);
    return i;
  }

  /**
   * {@return the instructions of the kernel that a new one replaces; null if it is none}
   *
   * @param made an instruction
   */
  public List<Instruction> origins(Instruction made) {
    return origins.get(made);
  }

  /**
   * Replaces an instruction.
   *
   * @param i the instruction
   * @param by new instructions at its place
   */
  public void put(Instruction i, List<Instruction> by) {
    instead.put(i, by);
  }

  /**
   * {@return whether an instruction is replaced}
   *
   * @param i the instruction
   */
  public boolean has(Instruction i) {
    return instead.containsKey(i);
  }

  /** {@return whether no instruction is replaced} */
  public boolean isEmpty() {
    return instead.isEmpty();
  }

  /** {@return the instructions of each block, in lists that may be changed} */
  public List<List<Instruction>> code() {
    List<List<Instruction>> code = new ArrayList<>();
    for (Block block : kernel.blocks()) {
      List<Instruction> all = new ArrayList<>();
      block.instructions().forEach(i -> all.addAll(instead.getOrDefault(i, List.of(i))));
      code.add(all);
    }
    return code;
  }

  /** {@return the kernel with the new instructions} */
  public RewrittenKernel rewritten() {
    return isEmpty() ? RewrittenKernel.unchanged(kernel) : rewritten(code());
  }

  /**
   * {@return the kernel with instructions that were changed further}
   *
   * @param code instructions of each block
   */
  public RewrittenKernel rewritten(List<List<Instruction>> code) {
    List<Block> blocks = new ArrayList<>();
    kernel.blocks().forEach(b -> blocks.add(PortableCode.with(b, code.get(b.id()))));
    Kernel.Code changed =
        new Kernel.Code(registers, names, blocks, kernel.memorySlots(), kernel.loops());
    return new RewrittenKernel(kernel.with(changed), origins);
  }
}
