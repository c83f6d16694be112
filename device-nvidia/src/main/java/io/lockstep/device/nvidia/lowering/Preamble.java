// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.SassEmitter;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.sm.code.Pipe;
import java.util.List;

/**
 * What every kernel begins with: its stack's end in register 1, the descriptor of accesses and,
 * from 9.0 on, the base of shared memory.
 */
final class Preamble {
  private static final int STACK = 0x28;
  private static final int STACK_BLACKWELL = 0x37c;
  private static final int DESCRIPTOR = 0x118;
  private static final int DESCRIPTOR_HOPPER = 0x208;
  private static final int DESCRIPTOR_BLACKWELL = 0x358;

  private static final Value WINDOW = Value.immediate(0x400);

  private final SassEmitter out;
  private Value descriptor;
  private Value window;

  Preamble(VirtualRegisters registers, Capability capability, Kernel kernel) {
    out = new SassEmitter(registers, capability);
    out.from(kernel.blocks().get(0).instructions().get(0));
    boolean blackwell = capability.isAtLeast(Capability.BLACKWELL_GRAPHICS);
    Value end = Value.constant(blackwell ? STACK_BLACKWELL : STACK);
    SassOp stack = out.loadsConstants() ? out.load(end) : out.move(registers.stack(), end);
    stack.results.set(0, registers.stack());
    stack.removable = false;
    stack.fixed = true;
  }

  /** The descriptor of global memory in uniform registers; null where accesses name none. */
  Value descriptor() {
    Capability capability = out.capability();
    if (descriptor == null && capability.hasDescriptor()) {
      int offset =
          capability.isAtLeast(Capability.BLACKWELL_GRAPHICS)
              ? DESCRIPTOR_BLACKWELL
              : capability.loadsParameters() ? DESCRIPTOR_HOPPER : DESCRIPTOR;
      Value constant = Value.constant(offset).with(Value.constant(offset + 4));
      descriptor = out.emit("ULDC.64", Pipe.UNIFORM, List.of(constant)).results.get(0);
    }
    return descriptor;
  }

  /** The base of the block's shared memory in a uniform register; null where there is none. */
  Value window() {
    if (window == null && out.loadsConstants()) {
      Value block = out.emit("S2UR", Pipe.SPECIAL, List.of()).results.get(0);
      Value offset = out.emit("UMOV", Pipe.UNIFORM, List.of(WINDOW)).results.get(0);
      SassOp base = out.emit("ULEA", Pipe.UNIFORM, List.of());
      base.sources.addAll(List.of(offset, block));
      window = base.results.get(0);
    }
    return window;
  }

  List<SassOp> operations() {
    return out.ops;
  }
}
