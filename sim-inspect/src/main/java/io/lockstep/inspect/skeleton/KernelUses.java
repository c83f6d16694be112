// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.skeleton;

import io.lockstep.kernel.argument.ImageQuery;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Determines by data-flow analysis how a kernel uses its parameters: which of them are pointers,
 * and to which memory they point.
 */
final class KernelUses {
  private final Kernel kernel;
  private final List<Instruction> instructions;

  /** By register: parameters that it may point into. */
  private final BitSet[] from;

  /** Registers that are sources of floating-point operations. */
  private final BitSet floats = new BitSet();

  private final int count;
  private final BitSet buffers = new BitSet();
  private final BitSet locals = new BitSet();
  private final BitSet textures = new BitSet();
  private final BitSet images = new BitSet();
  private final BitSet flat = new BitSet(); // one-dimensional images
  private final BitSet samplers = new BitSet();
  private final BitSet read = new BitSet();
  private final BitSet written = new BitSet();
  private final Type[] element;
  private final int[] reach;
  private final ElementReach elements;

  private KernelUses(Kernel kernel) {
    this.kernel = kernel;
    // Hidden parameters for image queries follow the parameters of the source.
    count = ImageQuery.written(kernel).size();
    element = new Type[count];
    reach = new int[count];
    instructions = new ArrayList<>();
    for (Block block : kernel.blocks()) {
      instructions.addAll(block.instructions());
    }
    from = new BitSet[kernel.registers().size()];
    Arrays.setAll(from, r -> new BitSet());
    for (boolean more = true; more; ) {
      more = false;
      for (Instruction i : instructions) {
        more |= follow(i);
      }
    }
    BitSet pointers = new BitSet();
    for (int r = 0; r < from.length; r++) {
      pointers.set(r, from[r].stream().anyMatch(p -> isPointer(kernel.parameters().get(p))));
    }
    elements = new ElementReach(instructions, from.length, pointers);
    instructions.forEach(this::access);
  }

  static List<ParameterUse> of(Kernel kernel) {
    KernelUses uses = new KernelUses(kernel);
    List<ParameterUse> list = new ArrayList<>();
    for (int p = 0; p < uses.count; p++) {
      list.add(uses.use(p));
    }
    return list;
  }

  /** Returns the number of launch dimensions that the kernel reads: 1 to 3. */
  static int dimensions(Kernel kernel) {
    int dimensions = 1;
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        Special special = i.special();
        if (special == Special.LOCAL_ID_Y || special == Special.GROUP_ID_Y) {
          dimensions = Math.max(dimensions, 2);
        } else if (special == Special.LOCAL_ID_Z || special == Special.GROUP_ID_Z) {
          dimensions = 3;
        }
      }
    }
    return dimensions;
  }

  private boolean follow(Instruction i) {
    if (i.type().isFloat() || i.sourceType().isFloat()) {
      i.sources().stream().filter(Operand::isRegister).forEach(s -> floats.set(s.register()));
    }
    BitSet found = new BitSet();
    if (i.op() == Op.LOAD && i.memory().space() == Space.PARAMETER) {
      parameter(i).ifPresent(found::set);
    } else {
      // A multiplied or shifted value is an index and no longer points into a parameter.
      List<Operand> s = i.sources();
      switch (i.op()) {
        case MOVE, CONVERT, SUB -> add(s.get(0), found);
        case ADD, SELECT -> {
          add(s.get(0), found);
          add(s.get(1), found);
        }
        case MAD, MAD_WIDE -> add(s.get(2), found);
        default -> {}
      }
    }
    boolean more = false;
    for (int d : i.destinations()) {
      if (d >= 0 && !found.isEmpty()) {
        int before = from[d].cardinality();
        from[d].or(found);
        more |= from[d].cardinality() != before;
      }
    }
    return more;
  }

  private void add(Operand operand, BitSet found) {
    if (operand.isRegister()) {
      found.or(from[operand.register()]);
    }
  }

  private Optional<Integer> parameter(Instruction i) {
    long at = i.memory().offset() + i.sources().get(0).bits();
    for (int p = 0; p < count; p++) {
      Parameter parameter = kernel.parameters().get(p);
      if (at >= parameter.offset() && at < parameter.offset() + parameter.bytes()) {
        return Optional.of(p);
      }
    }
    return Optional.empty();
  }

  /** Marks the parameters that an access reaches. */
  private void access(Instruction i) {
    if (i.memory() == null || i.sources().isEmpty() || !i.sources().get(0).isRegister()) {
      return;
    }
    Space space = i.memory().space();
    BitSet reached = (BitSet) from[i.sources().get(0).register()].clone();
    if (space == Space.TEXTURE) {
      texture(i, reached);
      return;
    }
    if (space == Space.PARAMETER || space == Space.PRIVATE) {
      return;
    }
    BitSet pointers = new BitSet();
    reached.stream().filter(p -> isPointer(kernel.parameters().get(p))).forEach(pointers::set);
    pointers.stream()
        .forEach(
            p -> {
              (space == Space.LOCAL ? locals : buffers).set(p);
              if (i.op() != Op.STORE) {
                read.set(p);
              }
              if (i.op() != Op.LOAD) {
                written.set(p);
              }
              note(p, element(i));
              boolean alone = pointers.cardinality() == 1;
              reach[p] = alone ? ElementReach.join(reach[p], elements.at(i)) : ElementReach.BEYOND;
            });
  }

  private void texture(Instruction i, BitSet reached) {
    boolean sampled = i.isSampled();
    boolean stored = i.isFormatted();
    BitSet kind = sampled || stored ? images : textures;
    reached.stream().filter(p -> kernel.parameters().get(p).bytes() == 8).forEach(kind::set);
    reached.stream().forEach(p -> element[p] = i.type());
    if (sampled || stored) {
      (stored ? written : read).or(reached);
      if (i.coordinates() == 1) {
        flat.or(reached);
      }
    }
    if (sampled) {
      Operand sampler = i.sources().get(i.sources().size() - 1);
      if (sampler.isRegister()) {
        samplers.or(from[sampler.register()]);
      }
    }
  }

  private boolean isPointer(Parameter parameter) {
    return !parameter.type().isFloat() && parameter.bytes() * 8 == kernel.addressBits();
  }

  /** Records the type of an element; a floating-point type takes precedence. */
  private void note(int p, Type type) {
    if (element[p] == null || type.isFloat() && !element[p].isFloat()) {
      element[p] = type;
    }
  }

  /**
   * Returns the element type of an access. Loads of 32 bits or more do not show whether the value
   * is a float, but its uses do.
   */
  private Type element(Instruction i) {
    Type type = i.memory().element();
    if (type.isFloat() || type.bits() < 32) {
      return type;
    }
    boolean isFloat =
        i.op() == Op.LOAD
            ? i.destinations().stream().anyMatch(d -> d >= 0 && floats.get(d))
            : i.sources().stream()
                .skip(1)
                .anyMatch(s -> s.isRegister() && kernel.registers().get(s.register()).isFloat());
    return isFloat ? type.bits() == 32 ? Type.F32 : Type.F64 : type;
  }

  private ParameterUse use(int p) {
    Parameter parameter = kernel.parameters().get(p);
    ParameterUse.Kind kind;
    if (images.get(p) || isAsked(parameter)) {
      kind = flat.get(p) ? ParameterUse.Kind.LINE : ParameterUse.Kind.IMAGE;
    } else if (samplers.get(p)) {
      kind = ParameterUse.Kind.SAMPLER;
    } else if (textures.get(p)) {
      kind = ParameterUse.Kind.TEXTURE;
    } else if (buffers.get(p)) {
      kind = ParameterUse.Kind.BUFFER;
    } else if (locals.get(p)) {
      kind = ParameterUse.Kind.LOCAL;
    } else if (parameter.type() == Type.PTR) {
      kind = ParameterUse.Kind.BUFFER;
    } else if (parameter.bytes() != parameter.type().bytes()) {
      kind = ParameterUse.Kind.STRUCTURE;
    } else {
      kind = ParameterUse.Kind.SCALAR;
    }
    return new ParameterUse(
        kind, Optional.ofNullable(element[p]), read.get(p), written.get(p), reach[p]);
  }

  /** Returns whether the kernel queries an image, for example for its size. */
  private boolean isAsked(Parameter image) {
    return kernel.parameters().stream()
        .anyMatch(p -> ImageQuery.of(p).isPresent() && ImageQuery.image(p).equals(image.name()));
  }
}
