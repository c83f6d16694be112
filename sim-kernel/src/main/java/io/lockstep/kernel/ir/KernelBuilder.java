// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Builds a {@link Kernel} block by block: numbers registers and memory slots, drops unreachable
 * blocks, computes post-dominators and loops. Not thread-safe.
 *
 * <p>Blocks are identified by the numbers that {@link #block()} returns and may be branch targets
 * before they are filled. A block without a terminator falls through to the block created after it
 * unless {@link #successors} specifies otherwise.
 */
public final class KernelBuilder {
  private static final class Draft {
    final List<Instruction> instructions = new ArrayList<>();
    List<Integer> successors;
  }

  private final String name;
  private final String frontend;
  private final String source;
  private String text = "";
  private final List<Parameter> parameters = new ArrayList<>();
  private final List<Type> registers = new ArrayList<>();
  private final List<String> registerNames = new ArrayList<>();
  private final List<Draft> drafts = new ArrayList<>();
  private final List<Variable> variables = new ArrayList<>();
  private int parameterBytes;
  private int localBytes;
  private int privateBytes;
  private int addressBits = 64;
  private int ownSlots; // 0 to number memory operations in order
  private LaunchBounds bounds = LaunchBounds.NONE;
  private int fixedWidth;
  private int target;
  private final Set<Kernel.Trait> traits = EnumSet.noneOf(Kernel.Trait.class);

  /**
   * Starts a kernel.
   *
   * @param name entry name
   * @param frontend id of the front-end that reads the kernel
   * @param source file name, for messages
   */
  public KernelBuilder(String name, String frontend, String source) {
    this.name = name;
    this.frontend = frontend;
    this.source = source;
  }

  /**
   * {@return a new virtual register}
   *
   * @param type type of the register's values
   * @param registerName name as in the text, for listings
   */
  public int register(Type type, String registerName) {
    registers.add(type);
    registerNames.add(registerName);
    return registers.size() - 1;
  }

  /**
   * {@return type of a register}
   *
   * @param register number of the register
   */
  public Type typeOf(int register) {
    return registers.get(register);
  }

  /**
   * Changes a register's type, for example to PTR once its use is known.
   *
   * @param register number of the register
   * @param type the new type, which instructions added earlier must also fit
   */
  public void retype(int register, Type type) {
    registers.set(register, type);
  }

  /**
   * {@return this builder with another parameter}
   *
   * @param parameter a parameter with an offset after earlier parameters
   */
  public KernelBuilder parameter(Parameter parameter) {
    parameters.add(parameter);
    parameterBytes = Math.max(parameterBytes, parameter.offset() + parameter.bytes());
    return this;
  }

  /**
   * {@return this builder with another variable} A local or private variable extends the group's or
   * work-item's memory.
   *
   * @param variable a variable with its offset
   */
  public KernelBuilder variable(Variable variable) {
    variables.add(variable);
    if (variable.space() == Space.LOCAL) {
      localBytes = Math.max(localBytes, variable.offset() + variable.bytes());
    } else if (variable.space() == Space.PRIVATE) {
      privateBytes = Math.max(privateBytes, variable.offset() + variable.bytes());
    }
    return this;
  }

  /**
   * {@return this builder with a width of pointers}
   *
   * @param bits 32 or 64; default 64
   */
  public KernelBuilder addressBits(int bits) {
    addressBits = bits;
    return this;
  }

  /**
   * {@return this builder with a fixed group size {x, y, z}}
   *
   * @param size work-items, or an empty list if launches choose
   */
  public KernelBuilder requiredGroupSize(List<Integer> size) {
    bounds = bounds.withGroupSize(size);
    return this;
  }

  /**
   * {@return this builder with bounds of launches and registers, including the fixed group size}
   *
   * @param given the bounds, which replace earlier ones
   */
  public KernelBuilder bounds(LaunchBounds given) {
    bounds = given;
    return this;
  }

  /**
   * {@return this builder with the number of lanes that lane operations require}
   *
   * @param width a power of two up to 64, or 0 for any
   */
  public KernelBuilder fixedWidth(int width) {
    fixedWidth = width;
    return this;
  }

  /**
   * {@return this builder with the number of lanes that lane operations require, which must be the
   * width of the device's wavefronts}
   *
   * @param width a power of two up to 64
   */
  public KernelBuilder subGroups(int width) {
    fixedWidth = width;
    traits.add(Kernel.Trait.SUB_GROUPS);
    return this;
  }

  /**
   * {@return this builder with the version of the instruction set that the text is for}
   *
   * @param version without its dot, or 0 if devices of all versions may run it
   */
  public KernelBuilder target(int version) {
    target = version;
    return this;
  }

  /** {@return this builder, for a kernel whose doubles were demoted to floats} */
  public KernelBuilder demoted() {
    traits.add(Kernel.Trait.DEMOTED);
    return this;
  }

  /**
   * {@return this builder with the PTX of the kernel's file}
   *
   * @param ptx the whole file
   */
  public KernelBuilder text(String ptx) {
    text = ptx;
    return this;
  }

  /**
   * {@return this builder, whose memory operations keep their slots instead of new ones in order}
   *
   * @param number number of slots, at least 1
   */
  public KernelBuilder memorySlots(int number) {
    ownSlots = number;
    return this;
  }

  /** {@return name of the kernel's file, for messages} */
  public String source() {
    return source;
  }

  /** {@return a new, empty block after all others} */
  public int block() {
    drafts.add(new Draft());
    return drafts.size() - 1;
  }

  /**
   * Appends an instruction to a block.
   *
   * @param block number returned by {@link #block()}
   * @param instruction the instruction to append
   */
  public void add(int block, Instruction instruction) {
    drafts.get(block).instructions.add(instruction);
  }

  /**
   * Replaces the instructions of a block, for passes that rewrite code.
   *
   * @param block number returned by {@link #block()}
   * @param instructions instructions in program order
   */
  public void replace(int block, List<Instruction> instructions) {
    Draft draft = drafts.get(block);
    draft.instructions.clear();
    draft.instructions.addAll(instructions);
  }

  /**
   * {@return the instructions of a block so far}
   *
   * @param block number returned by {@link #block()}
   */
  public List<Instruction> instructions(int block) {
    return List.copyOf(drafts.get(block).instructions);
  }

  /**
   * Sets a block's successors: one for JUMP or fall-through, two for BRANCH (not taken, taken).
   *
   * @param block number returned by {@link #block()}
   * @param targets numbers of blocks
   */
  public void successors(int block, Integer... targets) {
    drafts.get(block).successors = List.of(targets);
  }

  /**
   * Sets a block's successors.
   *
   * @param block number returned by {@link #block()}
   * @param targets one for JUMP or fall-through, two for BRANCH (not taken, taken), one per case
   *     for SWITCH
   */
  public void successors(int block, List<Integer> targets) {
    drafts.get(block).successors = List.copyOf(targets);
  }

  /** {@return the finished kernel} */
  public Kernel build() {
    List<List<Integer>> edges = new ArrayList<>();
    for (int b = 0; b < drafts.size(); b++) {
      edges.add(edgesOf(b));
    }
    int[] number = reachable(edges);
    List<List<Integer>> kept = new ArrayList<>();
    List<Draft> keptDrafts = new ArrayList<>();
    for (int b = 0; b < drafts.size(); b++) {
      if (number[b] >= 0) {
        kept.add(edges.get(b).stream().map(t -> number[t]).toList());
        keptDrafts.add(drafts.get(b));
      }
    }
    ControlFlow flow = new ControlFlow(kept);
    List<Block> blocks = new ArrayList<>();
    int slots = ownSlots;
    for (int b = 0; b < kept.size(); b++) {
      List<Instruction> instructions = new ArrayList<>();
      for (Instruction i : keptDrafts.get(b).instructions) {
        if (isRecorded(i) && ownSlots == 0) {
          i = InstructionBuilder.from(i).memory(i.memory().withSlot(slots)).build();
          slots += i.slots();
        }
        instructions.add(i);
      }
      if (instructions.isEmpty()) {
        instructions.add(InstructionBuilder.of(Op.JUMP, Type.I1).build());
      }
      blocks.add(
          new Block(
              b, instructions, kept.get(b), flow.postDominator(b), flow.loop(b), flow.depth(b)));
    }
    return new Kernel(
        new Kernel.Origin(name, frontend, source, text),
        new Kernel.Signature(parameters, parameterBytes, addressBits),
        new Kernel.Code(registers, registerNames, blocks, slots, flow.loops()),
        new Kernel.Memory(variables, localBytes, privateBytes),
        bounds,
        new Kernel.Traits(fixedWidth, target, traits));
  }

  private static boolean isRecorded(Instruction i) {
    return i.memory() != null && i.memory().space() != Space.PARAMETER;
  }

  private List<Integer> edgesOf(int b) {
    Draft draft = drafts.get(b);
    if (draft.successors != null) {
      return draft.successors;
    }
    Instruction last =
        draft.instructions.isEmpty() ? null : draft.instructions.get(draft.instructions.size() - 1);
    if (last != null && last.op() == Op.EXIT) {
      return List.of();
    }
    if (b + 1 >= drafts.size()) {
      throw new IllegalStateException("block " + b + " of " + name + " falls off the end");
    }
    return List.of(b + 1);
  }

  private static int[] reachable(List<List<Integer>> edges) {
    boolean[] seen = new boolean[edges.size()];
    List<Integer> work = new ArrayList<>(List.of(0));
    seen[0] = true;
    while (!work.isEmpty()) {
      for (int t : edges.get(work.remove(work.size() - 1))) {
        if (!seen[t]) {
          seen[t] = true;
          work.add(t);
        }
      }
    }
    int[] number = new int[edges.size()];
    int count = 0;
    for (int b = 0; b < number.length; b++) {
      number[b] = seen[b] ? count++ : -1;
    }
    return number;
  }
}
