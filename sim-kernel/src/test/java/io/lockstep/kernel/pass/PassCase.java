// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.analysis.IrText;
import io.lockstep.kernel.analysis.KernelVerifier;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A kernel of a few instructions, with registers that are written again and again, before and after
 * a pass.
 */
abstract class PassCase {
  static final int MASK = 0xFFFFFF;

  final KernelBuilder builder = new KernelBuilder("k", "test", "k.test");
  final List<Draft> blocks = new ArrayList<>(List.of(new Draft()));
  final List<Parameter> parameters = new ArrayList<>();
  boolean converts;

  // Values that no pass knows: a, b and m. Every other result is written to t or u.
  final int a = builder.register(Type.I32, "a");

  final int b = builder.register(Type.I32, "b");
  final int m = builder.register(Type.I32, "m");
  final int t = builder.register(Type.I32, "t");
  final int u = builder.register(Type.I32, "u");
  final int out = builder.register(Type.I64, "out");

  PassCase() {
    add(InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(a));
    add(InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_Y).to(b));
    add(InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_Z).to(m));
    parameter("out", false, out);
  }

  static Operand r(int register) {
    return Operand.register(register);
  }

  static Operand c(long bits) {
    return Operand.immediate(bits);
  }

  final void add(InstructionBuilder i) {
    blocks.get(blocks.size() - 1).code().add(i.build());
  }

  final void op(Op op, int to, Operand... from) {
    add(InstructionBuilder.of(op, Type.I32).to(to).from(from));
  }

  final void wide(Op op, int to, Operand... from) {
    add(InstructionBuilder.of(op, Type.I64).to(to).from(from));
  }

  final void nextBlock() {
    Draft next = new Draft();
    blocks.get(blocks.size() - 1).close(List.of(next));
    blocks.add(next);
  }

  final void parameter(String name, boolean readOnly, int register) {
    parameter(name, readOnly, false, register);
  }

  final void parameter(String name, boolean readOnly, boolean restricted, int register) {
    int offset = 8 * parameters.size();
    parameters.add(new Parameter(name, Type.I64, offset, 8, readOnly, restricted));
    add(
        InstructionBuilder.of(Op.LOAD, Type.I64)
            .to(register)
            .from(c(offset))
            .memory(new MemoryAccess(Space.PARAMETER, Type.I64, 1, -1, 0)));
  }

  final void load(Space space, int to, int address) {
    add(
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .to(to)
            .from(r(address))
            .memory(new MemoryAccess(space, Type.I32, 1, -1, 0)));
  }

  final void store(int value) {
    add(
        InstructionBuilder.of(Op.STORE, Type.I32)
            .from(r(out), r(value))
            .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, -1, 0)));
  }

  final Kernel finish(Set<Pass> passes) {
    add(InstructionBuilder.of(Op.EXIT, Type.I1));
    blocks.get(blocks.size() - 1).close(List.of());
    Kernel kernel =
        Passes.finish(new KernelDraft(blocks, parameters, builder, 64, i -> converts), passes);
    KernelVerifier.verify(kernel);
    return kernel;
  }

  /** Returns the instructions after one pass, without those that begin and end every kernel. */
  final List<String> by(Pass pass) {
    return lines(finish(EnumSet.of(pass)));
  }

  static List<String> lines(Kernel kernel) {
    return kernel.blocks().stream()
        .flatMap(block -> block.instructions().stream())
        .filter(i -> !Set.of(Op.SPECIAL, Op.STORE, Op.EXIT).contains(i.op()))
        .filter(i -> i.memory() == null || i.memory().space() != Space.PARAMETER)
        .map(i -> IrText.of(kernel, i))
        .toList();
  }
}
