package io.lockstep.trace.change;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * Blocks in front of a kernel by which a work-group loads elements into local memory: a beginning
 * that may skip the loop, a loop of loads that wait together and as many stores, and a barrier. For
 * one kernel.
 */
final class FillBlocks {
  /** Blocks of the beginning, the loop and the barrier. */
  static final int COUNT = 3;

  private static final int LOOP = 1;
  private static final int BARRIER = 2;

  private final ExtraRegisters extra;
  private final Instruction load;
  private final int loads;

  /**
   * @param load of the original kernel; the elements are like its own
   * @param loads of each round
   */
  FillBlocks(ExtraRegisters extra, Instruction load, int loads) {
    this.extra = extra;
    this.load = load;
    this.loads = loads;
  }

  /** The blocks, with slots that are numbered later. */
  List<Block> make() {
    int loop = extra.loops();
    int more = extra.value(1, true);
    Type type = addressType();
    int address = extra.register(type, "source");
    Operand item = Operand.register(extra.item());
    Operand bytes = Operand.immediate(load.memory().bytes());
    Op scale = type.bits() == 64 ? Op.MUL_WIDE : Op.MUL;
    extra.add(
        InstructionBuilder.of(scale, type)
            .sourceType(type.bits() == 64 ? Type.I32 : type)
            .to(address)
            .from(item, bytes)
            .line(load.line())
            .build());
    List<Instruction> begin = new ArrayList<>(extra.setup());
    begin.add(branch(more));
    return List.of(
        new Block(0, begin, List.of(LOOP, BARRIER), BARRIER, -1, 0),
        new Block(
            LOOP, body(type, address, item, bytes, more), List.of(BARRIER, LOOP), BARRIER, loop, 1),
        new Block(BARRIER, List.of(barrier()), List.of(COUNT), COUNT, -1, 0));
  }

  private Type addressType() {
    Operand address = load.sources().get(0);
    return address.isRegister() ? extra.types().get(address.register()) : Type.PTR;
  }

  private List<Instruction> body(Type type, int address, Operand item, Operand bytes, int more) {
    List<Instruction> code = new ArrayList<>();
    List<Instruction> stores = new ArrayList<>();
    for (int n = 0; n < loads; n++) {
      List<Integer> results = new ArrayList<>();
      List<Operand> stored = new ArrayList<>(List.of(item));
      for (int d : load.destinations()) {
        int result = extra.register(d < 0 ? load.type() : extra.types().get(d), "element");
        results.add(result);
        stored.add(Operand.register(result));
      }
      MemoryAccess m = load.memory();
      code.add(
          InstructionBuilder.from(load)
              .to(results)
              .from(Operand.register(address))
              .memory(access(m.space(), m.readOnly()))
              .build());
      stores.add(
          InstructionBuilder.of(Op.STORE, load.type())
              .from(stored)
              .memory(access(Space.LOCAL, false))
              .line(load.line())
              .build());
    }
    code.addAll(stores);
    code.add(
        InstructionBuilder.of(Op.ADD, type)
            .to(address)
            .from(Operand.register(address), bytes)
            .line(load.line())
            .build());
    code.add(branch(more));
    return code;
  }

  private MemoryAccess access(Space space, boolean readOnly) {
    MemoryAccess m = load.memory();
    return new MemoryAccess(space, m.element(), m.width(), 0, 0, false, readOnly);
  }

  private Instruction branch(int predicate) {
    return InstructionBuilder.of(Op.BRANCH, Type.I1)
        .guard(predicate, false)
        .line(load.line())
        .build();
  }

  private Instruction barrier() {
    return InstructionBuilder.of(Op.BARRIER, Type.I32)
        .from(Operand.immediate(0))
        .line(load.line())
        .build();
  }
}
