package io.lockstep.frontend.ptx;

import io.lockstep.trace.ir.Instruction;
import io.lockstep.trace.ir.Kernel;
import io.lockstep.trace.ir.KernelBuilder;
import io.lockstep.trace.ir.KernelVerifier;
import io.lockstep.trace.ir.Op;
import io.lockstep.trace.ir.Operand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The last steps: intents are recovered, addresses marked, blocks numbered. Stateless. */
final class Finish {
  private Finish() {}

  static Kernel build(Emitter e, KernelBuilder builder) {
    Mul24Idiom.apply(e.blocks);
    UnusedResults.apply(e.blocks);
    PointerMarking.apply(e.blocks, builder);
    Map<Draft, Integer> numbers = new HashMap<>();
    for (Draft draft : e.blocks) {
      numbers.put(draft, builder.block());
    }
    for (Draft draft : e.blocks) {
      int n = numbers.get(draft);
      draft.code.forEach(i -> builder.add(n, i));
      // A block after the last return is unreachable and closed by nothing.
      builder.successors(
          n,
          draft.successors == null
              ? List.of()
              : draft.successors.stream().map(numbers::get).toList());
    }
    Kernel kernel = builder.build();
    List<Integer> undefined = KernelVerifier.neverDefined(kernel);
    if (undefined.isEmpty()) {
      return kernel;
    }
    // Compilers leave undefined values undefined; here they are zero, and say so.
    List<Instruction> first = new ArrayList<>();
    for (int register : undefined) {
      first.add(
          Instruction.of(Op.MOVE, builder.typeOf(register))
              .from(Operand.immediate(0))
              .to(register)
              .text("(undefined in the text)")
              .build());
    }
    first.addAll(builder.instructions(0));
    builder.replace(0, first);
    return builder.build();
  }
}
