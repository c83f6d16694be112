package io.lockstep.frontend.ptx;

import io.lockstep.trace.ir.Instruction;
import io.lockstep.trace.ir.Kernel;
import io.lockstep.trace.ir.KernelBuilder;
import io.lockstep.trace.ir.KernelVerifier;
import io.lockstep.trace.ir.Op;
import io.lockstep.trace.ir.Operand;
import io.lockstep.trace.ir.Parameter;
import io.lockstep.trace.ir.Space;
import io.lockstep.trace.ir.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The last steps: intents are recovered, addresses marked, blocks numbered. Stateless. */
final class Finish {
  private Finish() {}

  static Kernel build(Emitter e, KernelBuilder builder, List<Parameter> parameters) {
    skipEmpty(e.blocks);
    Mul24Idiom.apply(e.blocks);
    BitIdioms.apply(e.blocks);
    UnusedResults.apply(e.blocks);
    GenericAddresses.apply(e, builder);
    PointerMarking.apply(e.blocks, builder);
    ReadOnlyLoads.apply(e.blocks, parameters);
    parameters.forEach(p -> builder.parameter(typed(p, e.blocks)));
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

  /** Leads every edge past blocks that hold nothing, and drops those. */
  private static void skipEmpty(List<Draft> blocks) {
    for (Draft draft : blocks) {
      if (draft.successors != null) {
        draft.successors = draft.successors.stream().map(Finish::target).toList();
      }
    }
    Draft entry = blocks.get(0);
    blocks.removeIf(d -> d != entry && isEmpty(d) && target(d) != d);
  }

  private static boolean isEmpty(Draft draft) {
    return draft.code.isEmpty() && draft.successors != null && draft.successors.size() == 1;
  }

  /** The first block with code; a ring of empty blocks is an endless loop and stays. */
  private static Draft target(Draft draft) {
    Set<Draft> seen = new HashSet<>();
    Draft at = draft;
    while (isEmpty(at)) {
      if (!seen.add(at)) {
        return draft;
      }
      at = at.successors.get(0);
    }
    return at;
  }

  /** A parameter is a pointer where every load of it is one. */
  private static Parameter typed(Parameter p, List<Draft> blocks) {
    if (p.type() != Type.I64 || p.bytes() != 8) {
      return p;
    }
    boolean read = false;
    for (Draft draft : blocks) {
      for (Instruction i : draft.code) {
        if (i.memory() != null
            && i.memory().space() == Space.PARAMETER
            && i.sources().get(0).bits() >= p.offset()
            && i.sources().get(0).bits() < p.offset() + p.bytes()) {
          if (i.type() != Type.PTR) {
            return p;
          }
          read = true;
        }
      }
    }
    return read
        ? new Parameter(p.name(), Type.PTR, p.offset(), p.bytes(), p.readOnly(), p.restricted())
        : p;
  }
}
