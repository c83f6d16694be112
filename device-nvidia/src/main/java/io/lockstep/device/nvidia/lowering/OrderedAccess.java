// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.SassEmitter;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.SassOption;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.type.MemoryOrder;
import io.lockstep.kernel.type.MemoryOrder.Order;
import io.lockstep.kernel.type.MemoryOrder.Scope;
import io.lockstep.sm.code.Pipe;
import java.util.List;

/**
 * The fences that ptxas 13.0 puts around accesses with a memory order: a MEMBAR before a release, a
 * CCTL.IVALL after an acquire. The CCTL.IVALL invalidates the L1, once the access has returned its
 * value. Block scope needs no invalidation, because the threads of a block share an L1.
 */
final class OrderedAccess {
  private final VirtualRegisters registers;
  private final Capability capability;
  private final boolean isFenced;

  OrderedAccess(CodeUnit unit) {
    registers = unit.registers();
    capability = unit.capability();
    isFenced = unit.applies(SassOption.MEMORY_ORDERS);
  }

  /** Emits what precedes an access. */
  void before(Instruction i, SassEmitter out) {
    MemoryOrder order = i.memory().order();
    boolean releases = order.order() == Order.RELEASE || order.order() == Order.ACQUIRE_RELEASE;
    if (!isFenced || !releases) {
      return;
    }
    fence("MEMBAR.ALL." + suffix(order.scope()), out);
    if (order.scope() != Scope.GROUP) {
      fence("ERRBAR", out);
      if (capability.isAtLeast(Capability.HOPPER)) {
        fence("CGAERRBAR", out);
      }
    }
  }

  /** Emits what follows an access; until capability 8.9 nothing follows one of shared memory. */
  void behind(Instruction i, Pipe pipe, SassEmitter out) {
    MemoryOrder order = i.memory().order();
    boolean acquires = order.order() == Order.ACQUIRE || order.order() == Order.ACQUIRE_RELEASE;
    boolean empties = pipe != Pipe.SHARED || capability.isAtLeast(Capability.HOPPER);
    if (isFenced && acquires && empties && order.scope() != Scope.GROUP) {
      SassOp op = fence("CCTL.IVALL", out);
      i.writes().forEach(d -> op.sources.add(registers.of(d)));
    }
  }

  private static SassOp fence(String name, SassEmitter out) {
    SassOp op = out.emit(name, ArithmeticSelector.TABLE.unit(name), List.of());
    op.fixed = op.pipe == Pipe.BARRIER;
    return op;
  }

  private static String suffix(Scope scope) {
    return switch (scope) {
      case GROUP -> "CTA";
      case DEVICE -> "GPU";
      case SYSTEM -> "SYS";
    };
  }
}
