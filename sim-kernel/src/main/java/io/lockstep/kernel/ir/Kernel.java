// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A kernel in the portable intermediate representation (IR): typed virtual registers, basic blocks
 * with explicit immediate post-dominators and loops. Immutable and thread-safe; built by {@link
 * KernelBuilder}.
 *
 * @param origin where the kernel comes from
 * @param signature what a launch passes
 * @param code registers and blocks
 * @param memory variables and the memory that they take
 * @param bounds bounds of launches and registers
 * @param traits what the kernel depends on, and how it was compiled
 */
public record Kernel(
    Origin origin,
    Signature signature,
    Code code,
    Memory memory,
    LaunchBounds bounds,
    Traits traits) {
  /**
   * The origin of a kernel.
   *
   * @param name entry name
   * @param frontend id of the front-end that read the kernel, for example {@code ptx}
   * @param source file name, for messages and results
   * @param text the PTX that the front-end read; empty for other languages, changed kernels and
   *     kernels of trace files
   * @param compiler version of the compiler that made the text, if another one would have made it
   *     on other machines; otherwise empty
   */
  public record Origin(String name, String frontend, String source, String text, String compiler) {
    /**
     * Creates the origin of a text that is the same on every machine.
     *
     * @param name entry name
     * @param frontend id of the front-end that read the kernel
     * @param source file name
     * @param text the PTX that the front-end read, or empty
     */
    public Origin(String name, String frontend, String source, String text) {
      this(name, frontend, source, text, "");
    }

    /**
     * Creates an origin without text.
     *
     * @param name entry name
     * @param frontend id of the front-end that read the kernel
     * @param source file name
     */
    public Origin(String name, String frontend, String source) {
      this(name, frontend, source, "");
    }
  }

  /**
   * The arguments of a kernel.
   *
   * @param parameters parameters in order
   * @param bytes size of the argument block
   * @param addressBits 32 or 64: width of pointers in the text
   */
  public record Signature(List<Parameter> parameters, int bytes, int addressBits) {
    /**
     * Copies the list.
     *
     * @param parameters parameters in order
     * @param bytes size of the argument block
     * @param addressBits 32 or 64
     */
    public Signature {
      parameters = List.copyOf(parameters);
    }
  }

  /**
   * The code of a kernel.
   *
   * @param registers type of each virtual register
   * @param registerNames register names as in the text, for listings
   * @param blocks blocks in layout order; block 0 is the entry
   * @param memorySlots number of static memory operations whose addresses are recorded; textures
   *     count once for each coordinate
   * @param loops number of natural loops
   */
  public record Code(
      List<Type> registers,
      List<String> registerNames,
      List<Block> blocks,
      int memorySlots,
      int loops) {
    /**
     * Copies the lists.
     *
     * @param registers type of each virtual register
     * @param registerNames register names as in the text
     * @param blocks blocks in layout order
     * @param memorySlots number of recorded static memory operations
     * @param loops number of natural loops
     */
    public Code {
      registers = List.copyOf(registers);
      registerNames = List.copyOf(registerNames);
      blocks = List.copyOf(blocks);
    }
  }

  /**
   * The static memory of a kernel.
   *
   * @param variables module-scope, local and private variables
   * @param localBytes bytes of static work-group memory
   * @param privateBytes bytes of work-item memory that is addressed (not registers)
   */
  public record Memory(List<Variable> variables, int localBytes, int privateBytes) {
    /**
     * Copies the list.
     *
     * @param variables module-scope, local and private variables
     * @param localBytes bytes of static work-group memory
     * @param privateBytes bytes of addressed work-item memory
     */
    public Memory {
      variables = List.copyOf(variables);
    }
  }

  /** A yes-or-no trait of a kernel. */
  public enum Trait {
    /** The fixed width must be the width of the device's wavefronts. */
    SUB_GROUPS,
    /** A source is compiled anew for the instruction set of each device; not in traces. */
    OWN_INSTRUCTION_SET,
    /** The program requests unrolled loops; otherwise the front-end's compiler decided. */
    UNROLLED,
    /** Doubles were demoted to floats. */
    DEMOTED
  }

  /**
   * What a kernel depends on, and how it was compiled.
   *
   * @param fixedWidth lanes that exchange values, a power of two up to 64, if the kernel depends on
   *     their number: 32 for CUDA, the width of a sub-group for OpenCL C; otherwise 0
   * @param target the version of the instruction set that the text is for, without its dot, if
   *     devices of older versions may lack something; otherwise 0
   * @param set the traits that the kernel has
   */
  public record Traits(int fixedWidth, int target, Set<Trait> set) {
    /** No fixed width, and no trait. */
    public static final Traits NONE = new Traits(0, 0, Set.of());

    /**
     * Copies the set.
     *
     * @param fixedWidth lanes that exchange values, or 0
     * @param target the version of the instruction set, or 0
     * @param set the traits that the kernel has
     */
    public Traits {
      set = Set.copyOf(set);
    }

    /**
     * Creates the traits of a text that is for all versions of the instruction set.
     *
     * @param fixedWidth lanes that exchange values, or 0
     * @param set the traits that the kernel has
     */
    public Traits(int fixedWidth, Set<Trait> set) {
      this(fixedWidth, 0, set);
    }

    private Traits with(Trait trait, boolean has) {
      Set<Trait> changed = EnumSet.noneOf(Trait.class);
      changed.addAll(set);
      if (has) {
        changed.add(trait);
      } else {
        changed.remove(trait);
      }
      return new Traits(fixedWidth, target, changed);
    }
  }

  /**
   * {@return a copy with another source name in messages and results}
   *
   * @param name replaces the source's name
   */
  public Kernel withSource(String name) {
    Origin renamed = new Origin(origin.name, origin.frontend, name, origin.text, origin.compiler);
    return new Kernel(renamed, signature, code, memory, bounds, traits);
  }

  /**
   * {@return a copy whose results name the compiler of its text}
   *
   * @param version the compiler's version, and which one it is not
   */
  public Kernel withCompiler(String version) {
    Origin made = new Origin(origin.name, origin.frontend, origin.source, origin.text, version);
    return new Kernel(made, signature, code, memory, bounds, traits);
  }

  /**
   * {@return a copy with other launch bounds}
   *
   * @param others the new bounds
   */
  public Kernel withBounds(LaunchBounds others) {
    return new Kernel(origin, signature, code, memory, others, traits);
  }

  /** {@return a copy whose fixed width is independent of the device's wavefronts} */
  public Kernel withOwnWidth() {
    return with(Trait.SUB_GROUPS, false);
  }

  /** {@return a copy marked as requesting unrolled loops} */
  public Kernel withUnrolledLoops() {
    return with(Trait.UNROLLED, true);
  }

  /** {@return a copy marked as compiled anew for the instruction set of each device} */
  public Kernel withOwnInstructionSet() {
    return with(Trait.OWN_INSTRUCTION_SET, true);
  }

  /** {@return a copy whose work-items have no addressed memory of their own} */
  public Kernel withoutPrivateMemory() {
    Memory left = new Memory(memory.variables, memory.localBytes, 0);
    return new Kernel(origin, signature, code, left, bounds, traits);
  }

  private Kernel with(Trait trait, boolean has) {
    return new Kernel(origin, signature, code, memory, bounds, traits.with(trait, has));
  }

  /**
   * {@return a copy with other code of the same shape}
   *
   * @param others blocks with the same accesses, loops and successors
   */
  public Kernel withBlocks(List<Block> others) {
    return with(new Code(code.registers, code.registerNames, others, code.memorySlots, code.loops));
  }

  /**
   * {@return a copy with other code}
   *
   * @param other the new code
   */
  public Kernel with(Code other) {
    return new Kernel(origin, signature, other, memory, bounds, traits);
  }

  /** {@return entry name} */
  public String name() {
    return origin.name;
  }

  /** {@return id of the front-end that read the kernel} */
  public String frontend() {
    return origin.frontend;
  }

  /** {@return the compiler that results name, as {@link #withCompiler} got it, or empty} */
  public String compiler() {
    return origin.compiler;
  }

  /** {@return file name, for messages and results} */
  public String source() {
    return origin.source;
  }

  /** {@return the PTX of the kernel's file, or an empty string} */
  public String text() {
    return origin.text;
  }

  /** {@return parameters in order} */
  public List<Parameter> parameters() {
    return signature.parameters;
  }

  /** {@return size of the argument block} */
  public int parameterBytes() {
    return signature.bytes;
  }

  /** {@return width of pointers in the text: 32 or 64} */
  public int addressBits() {
    return signature.addressBits;
  }

  /** {@return type of each virtual register} */
  public List<Type> registers() {
    return code.registers;
  }

  /** {@return register names as in the text} */
  public List<String> registerNames() {
    return code.registerNames;
  }

  /** {@return blocks in layout order; block 0 is the entry} */
  public List<Block> blocks() {
    return code.blocks;
  }

  /** {@return number of static memory operations whose addresses are recorded} */
  public int memorySlots() {
    return code.memorySlots;
  }

  /** {@return number of natural loops} */
  public int loops() {
    return code.loops;
  }

  /** {@return module-scope, local and private variables} */
  public List<Variable> variables() {
    return memory.variables;
  }

  /** {@return bytes of static work-group memory} */
  public int localBytes() {
    return memory.localBytes;
  }

  /** {@return bytes of work-item memory that is addressed} */
  public int privateBytes() {
    return memory.privateBytes;
  }

  /** {@return lanes that exchange values if the kernel depends on their number; otherwise 0} */
  public int fixedWidth() {
    return traits.fixedWidth;
  }

  /** {@return the version of the instruction set that the text is for; 0 for all versions} */
  public int target() {
    return traits.target;
  }

  /** {@return whether the fixed width must be the width of the device's wavefronts} */
  public boolean subGroups() {
    return traits.set.contains(Trait.SUB_GROUPS);
  }

  /** {@return whether a source is compiled anew for the instruction set of each device} */
  public boolean ownInstructionSet() {
    return traits.set.contains(Trait.OWN_INSTRUCTION_SET);
  }

  /** {@return whether the program requests unrolled loops} */
  public boolean unrolled() {
    return traits.set.contains(Trait.UNROLLED);
  }

  /** {@return whether doubles were demoted to floats} */
  public boolean demoted() {
    return traits.set.contains(Trait.DEMOTED);
  }

  /** {@return fixed group size {x, y, z}, or an empty list} */
  public List<Integer> requiredGroupSize() {
    return bounds.groupSize();
  }

  /** {@return number of static instructions} */
  public int size() {
    return code.blocks.stream().mapToInt(b -> b.instructions().size()).sum();
  }

  /** {@return whether the kernel reads values that only a launch over pixels supplies} */
  public boolean isPixelKernel() {
    return code.blocks.stream()
        .flatMap(b -> b.instructions().stream())
        .anyMatch(i -> i.special() != null && i.special().isOfPixels());
  }

  /** {@return whether work-groups meet at a barrier of their launch} */
  public boolean hasLaunchBarrier() {
    return code.blocks.stream().anyMatch(b -> b.last().is(Variant.Barrier.LAUNCH));
  }

  /**
   * {@return the static memory operation with a slot number}
   *
   * @param slot from 0 to {@link #memorySlots()}, exclusive
   */
  public Instruction memoryOperation(int slot) {
    for (Block block : code.blocks) {
      for (Instruction instruction : block.instructions()) {
        if (instruction.isRecorded()
            && slot >= instruction.memory().slot()
            && slot < instruction.memory().slot() + instruction.slots()) {
          return instruction;
        }
      }
    }
    throw new IllegalArgumentException("no memory operation has slot " + slot);
  }
}
