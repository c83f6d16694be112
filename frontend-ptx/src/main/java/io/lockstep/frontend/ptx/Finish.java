package io.lockstep.frontend.ptx;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.frontend.DraftLayout;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Parameter;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Type;
import java.util.List;

/** The last steps: intents are recovered, addresses marked, blocks numbered. Stateless. */
final class Finish {
  private Finish() {}

  static Kernel build(Emitter e, KernelBuilder builder, List<Parameter> parameters) {
    DraftLayout.skipEmpty(e.blocks);
    Mul24Idiom.apply(e.blocks);
    BitIdioms.apply(e.blocks);
    UnusedResults.apply(e.blocks);
    GenericAddresses.apply(e, builder);
    PointerMarking.apply(e.blocks, builder);
    ReadOnlyLoads.apply(e.blocks, parameters);
    parameters.forEach(p -> builder.parameter(typed(p, e.blocks)));
    return DraftLayout.build(e.blocks, builder);
  }

  /** A parameter is a pointer where every load of it is one. */
  private static Parameter typed(Parameter p, List<Draft> blocks) {
    if (p.type() != Type.I64 || p.bytes() != 8) {
      return p;
    }
    boolean read = false;
    for (Draft draft : blocks) {
      for (Instruction i : draft.code()) {
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
