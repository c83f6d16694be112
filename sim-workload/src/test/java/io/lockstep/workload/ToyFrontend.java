// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import java.util.ArrayList;
import java.util.List;

/** A front-end whose text is a list of names of built-in kernels over u32 buffers. */
public final class ToyFrontend implements KernelFrontend {
  @Override
  public String id() {
    return "toy";
  }

  @Override
  public List<String> extensions() {
    return List.of("toy");
  }

  @Override
  public List<Kernel> read(String file, String text, FrontendOptions options) {
    List<Kernel> kernels = new ArrayList<>();
    for (String name : text.trim().split("\\s+")) {
      kernels.add(
          switch (name) {
            case "add", "_Z3addPji", "_Z3addPfi", "_ZN3toy4plusEPji" -> add(name);
            case "local" -> local();
            case "hidden" -> hidden();
            case "table" -> table();
            case "count" -> count();
            case "struct" -> structure();
            default -> throw new InputException(file + ":1:1", "unknown kernel '" + name + "'");
          });
    }
    return kernels;
  }

  /** add(p, v): p[global id] += v; also under names as C++ compilers make them. */
  private static Kernel add(String name) {
    Draft k = new Draft(name, Type.PTR, Type.I32);
    int address = k.element(k.parameter(0), k.globalId());
    int sum = k.register(Type.I32);
    int old = k.load(Space.GLOBAL, address);
    k.emit(
        InstructionBuilder.of(Op.ADD, Type.I32)
            .to(sum)
            .from(Operand.register(old), Operand.register(k.parameter(1))));
    k.store(Space.GLOBAL, address, sum);
    return k.build();
  }

  /** local(p, l), groups of 8: writes its global id to local memory and from there to p. */
  private static Kernel local() {
    Draft k = new Draft("local", Type.PTR, Type.PTR);
    k.builder.requiredGroupSize(List.of(8, 1, 1));
    int id = k.globalId();
    int place = k.element(k.parameter(1), k.special(Special.LOCAL_ID_X));
    k.store(Space.LOCAL, place, id);
    k.store(Space.GLOBAL, k.element(k.parameter(0), id), k.load(Space.LOCAL, place));
    return k.build();
  }

  /** hidden(p): writes its global id to p; its work-items have 1 MiB of private memory each. */
  private static Kernel hidden() {
    Draft k = new Draft("hidden", Type.PTR);
    k.builder.bounds(new LaunchBounds(List.of(), 1024, 0, 0, 0));
    k.builder.variable(new Variable("stack", Space.PRIVATE, 0, 1 << 20, 4, new byte[0]));
    int id = k.globalId();
    k.store(Space.GLOBAL, k.element(k.parameter(0), id), id);
    return k.build();
  }

  /** table(p): p[global id] = tab[global id], four elements with initial values 1, 0, 0, 0. */
  private static Kernel table() {
    Draft k = new Draft("table", Type.PTR);
    k.builder.variable(new Variable("tab", Space.CONSTANT, 0, 16, 4, new byte[] {1}));
    int tab = k.register(Type.PTR);
    k.emit(
        InstructionBuilder.of(Op.MOVE, Type.PTR)
            .to(tab)
            .from(Operand.immediate(Address.variable(0, 0))));
    int id = k.globalId();
    k.store(
        Space.GLOBAL, k.element(k.parameter(0), id), k.load(Space.CONSTANT, k.element(tab, id)));
    return k.build();
  }

  /** count(p): p[0] += 1 atomically; the old value goes to p[1 + global id]. */
  private static Kernel count() {
    Draft k = new Draft("count", Type.PTR);
    int old = k.register(Type.I32);
    int base = k.parameter(0);
    k.emit(
        InstructionBuilder.of(Op.ATOMIC, Type.I32)
            .to(old)
            .from(Operand.register(base), Operand.immediate(1))
            .atomic(AtomicOp.ADD)
            .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, -1, 0)));
    int next = k.register(Type.PTR);
    k.emit(
        InstructionBuilder.of(Op.ADD, Type.PTR)
            .to(next)
            .from(Operand.register(base), Operand.immediate(4)));
    k.store(Space.GLOBAL, k.element(next, k.globalId()), old);
    return k.build();
  }

  /** struct(s): a structure of 12 bytes by value. */
  private static Kernel structure() {
    KernelBuilder builder = new KernelBuilder("struct", "toy", "k.toy");
    builder.parameter(new Parameter("s", Type.I32, 0, 12, false, false));
    builder.add(builder.block(), InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return builder.build();
  }

  /** One straight block being filled. */
  private static final class Draft {
    final KernelBuilder builder;
    private final List<Type> parameters;
    private final int block;

    Draft(String name, Type... parameters) {
      builder = new KernelBuilder(name, "toy", "k.toy");
      this.parameters = List.of(parameters);
      for (int i = 0; i < parameters.length; i++) {
        builder.parameter(
            new Parameter("p" + i, parameters[i], 8 * i, parameters[i].bytes(), false, false));
      }
      block = builder.block();
    }

    int register(Type type) {
      return builder.register(type, "r" + type);
    }

    void emit(InstructionBuilder instruction) {
      builder.add(block, instruction.line(1).build());
    }

    int parameter(int number) {
      Type type = parameters.get(number);
      int to = register(type);
      emit(
          InstructionBuilder.of(Op.LOAD, type)
              .to(to)
              .from(Operand.immediate(8L * number))
              .memory(
                  new MemoryAccess(
                      Space.PARAMETER, type, 1, -1, 0, MemoryAccess.Qualifiers.CONSTANT)));
      return to;
    }

    int special(Special special) {
      int to = register(Type.I32);
      emit(InstructionBuilder.of(Op.SPECIAL, Type.I32).to(to).special(special));
      return to;
    }

    int globalId() {
      int to = register(Type.I32);
      emit(
          InstructionBuilder.of(Op.MAD, Type.I32)
              .to(to)
              .from(
                  Operand.register(special(Special.GROUP_ID_X)),
                  Operand.register(special(Special.LOCAL_SIZE_X)),
                  Operand.register(special(Special.LOCAL_ID_X))));
      return to;
    }

    int element(int base, int index) {
      int bytes = register(Type.PTR);
      emit(
          InstructionBuilder.of(Op.MUL_WIDE, Type.PTR)
              .sourceType(Type.I32)
              .to(bytes)
              .from(Operand.register(index), Operand.immediate(4)));
      int to = register(Type.PTR);
      emit(
          InstructionBuilder.of(Op.ADD, Type.PTR)
              .to(to)
              .from(Operand.register(base), Operand.register(bytes)));
      return to;
    }

    int load(Space space, int address) {
      int to = register(Type.I32);
      emit(
          InstructionBuilder.of(Op.LOAD, Type.I32)
              .to(to)
              .from(Operand.register(address))
              .memory(new MemoryAccess(space, Type.I32, 1, -1, 0)));
      return to;
    }

    void store(Space space, int address, int value) {
      emit(
          InstructionBuilder.of(Op.STORE, Type.I32)
              .from(Operand.register(address), Operand.register(value))
              .memory(new MemoryAccess(space, Type.I32, 1, -1, 0)));
    }

    Kernel build() {
      builder.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
      return builder.build();
    }
  }
}
