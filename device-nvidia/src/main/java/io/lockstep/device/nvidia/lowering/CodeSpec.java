// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import static io.lockstep.spi.spec.Dimension.COUNT;
import static io.lockstep.spi.spec.Dimension.CYCLES;
import static io.lockstep.spi.spec.Dimension.FLAG;

import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/**
 * Declares the figures that the stall counts of machine code contain. Immutable and thread-safe.
 */
public final class CodeSpec implements Part {
  public static final Part PART = new CodeSpec();

  private static final long MOST = 64;
  private static final long MOST_EXPECTED = 1000;

  private CodeSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    cycles(keys, "code.other_pipe", "result to its use in another pipe");
    cycles(
        keys,
        "code.wide_product",
        "product of 64 bits to its use, upper half of one to the next such product");
    cycles(keys, "code.wide_interval", "between two such products");
    cycles(keys, "code.double", "double-precision result to its use, where no counter tells");
    cycles(keys, "code.half", "half-precision result to its use");
    cycles(keys, "code.half_immediate", "immediate from the half-precision pipe to its use");
    cycles(keys, "code.address", "result to the memory instruction that uses it");
    cycles(keys, "code.guard", "predicate to the instruction or branch that it guards");
    cycles(keys, "code.uniform", "result of the uniform datapath to its use");
    cycles(keys, "code.uniform_load", "constant in a uniform register to its use");
    cycles(keys, "code.special_interval", "between two transcendental functions or conversions");
    cycles(keys, "code.register_interval", "between two reads of special registers");
    cycles(keys, "code.constant_interval", "between two loads of constants");
    cycles(keys, "code.leave", "stall count of branches, exits and points where lanes meet");
    cycles(keys, "code.meet", "stall count of barriers");
    cycles(keys, "code.clock", "stall count of a read of the clock");
    cycles(keys, "code.first_clock", "stall count behind a read of the clock by S2UR");
    keys.key(
        "code.reuse", FLAG, "whether operands stay in the register cache for the next instruction");
    keys.key("code.double_counted", FLAG, "whether counters tell when results of doubles are there")
        .key("code.expected", CYCLES, "counted result to its use, as the schedule expects")
        .between(1, MOST_EXPECTED)
        .key("code.expected_memory", CYCLES, "loaded value to its use, as the schedule expects")
        .between(1, MOST_EXPECTED)
        .key("code.predicated", COUNT, "instructions of the longest side that is predicated")
        .between(0, MOST);
  }

  private static void cycles(SpecSchema.Builder keys, String path, String what) {
    keys.key(path, CYCLES, what).between(1, MOST);
  }
}
