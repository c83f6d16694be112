// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.launch;

import io.lockstep.kernel.argument.ImageQuery;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.workload.step.Argument;
import io.lockstep.workload.step.Step;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the parameters of a kernel that are images or samplers, by tracing the operands of image
 * reads and writes back to parameters. Unoptimised code may hide some parameters; their arguments
 * are then checked when they are used.
 */
public final class ImageParameters {
  private final Map<Integer, Instruction> definitions = new HashMap<>();
  private final Set<Long> images = new HashSet<>();
  private final Set<Long> samplers = new HashSet<>();

  private ImageParameters(Kernel kernel) {
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        for (int d : i.destinations()) {
          definitions.put(d, definitions.containsKey(d) ? null : i);
        }
      }
    }
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        boolean sampled = i.isSampled();
        boolean written = i.isFormatted();
        if (sampled || written) {
          keep(i.sources().get(0), images);
        }
        if (sampled) {
          keep(i.sources().get(i.sources().size() - 1), samplers);
        }
      }
    }
  }

  private void keep(Operand value, Set<Long> offsets) {
    Operand at = value;
    for (int steps = 0; at.isRegister() && steps < 100; steps++) {
      Instruction i = definitions.get(at.register());
      if (i != null && i.op() == Op.LOAD && i.memory().space() == Space.PARAMETER) {
        offsets.add(i.sources().get(0).bits() + i.memory().offset());
      }
      if (i == null || i.op() != Op.MOVE) {
        return;
      }
      at = i.sources().get(0);
    }
  }

  /** Checks that the parameters that are images or samplers receive images or samplers. */
  public static void check(Step.Launch launch, Kernel kernel) {
    ImageParameters found = new ImageParameters(kernel);
    List<Parameter> written = ImageQuery.written(kernel);
    for (int p = 0; p < written.size(); p++) {
      long offset = written.get(p).offset();
      Argument argument = launch.arguments().get(p);
      String what = "parameter " + p + " of '" + kernel.name() + "' is ";
      if (found.images.contains(offset) && !(argument instanceof Argument.Image)) {
        throw argument.wrong(what + "an image: pass {image: {buffer: .., width: .., height: ..}}");
      }
      if (found.samplers.contains(offset) && !(argument instanceof Argument.Sampler)) {
        throw argument.wrong(
            what + "a sampler: pass {sampler: {address: .., filter: .., normalized: ..}}");
      }
    }
  }
}
