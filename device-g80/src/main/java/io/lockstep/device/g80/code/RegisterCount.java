package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.RegisterDemand;
import io.lockstep.kernel.ir.Space;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * Estimates the registers of a thread from the values that are alive at once.
 *
 * <p>Pointers have 32 bits. Predicates live in condition codes, arguments in shared memory, and up
 * to four addresses of shared memory in address registers of their own (envytools,
 * hw/graph/tesla/cuda/isa). One register holds the thread's index within its block.
 */
final class RegisterCount {
  private static final int ADDRESS_REGISTERS = 4;
  private static final int THREAD_INDEX = 1;

  private RegisterCount() {}

  /**
   * @param folded whether a value needs no register
   * @param fewest that the compiler gives a thread
   */
  static int of(Kernel kernel, IntPredicate folded, int fewest) {
    RegisterDemand demand = new RegisterDemand(withShortPointers(kernel));
    BitSet addresses = sharedAddresses(kernel);
    int values = demand.most(r -> !folded.test(r) && !addresses.get(r));
    int inAddressRegisters = demand.most(addresses::get);
    int count = values + Math.max(0, inAddressRegisters - ADDRESS_REGISTERS) + THREAD_INDEX;
    return Math.max(fewest, count);
  }

  /** Registers that are read as addresses of shared memory and as nothing else. */
  private static BitSet sharedAddresses(Kernel kernel) {
    BitSet addresses = new BitSet();
    BitSet others = new BitSet();
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        boolean shared = i.memory() != null && i.memory().space() == Space.LOCAL;
        for (int k = 0; k < i.sources().size(); k++) {
          Operand o = i.sources().get(k);
          if (o.isRegister()) {
            (shared && k == 0 ? addresses : others).set(o.register());
          }
        }
      }
    }
    addresses.andNot(others);
    return addresses;
  }

  private static Kernel withShortPointers(Kernel k) {
    return new Kernel(
        k.name(),
        k.frontend(),
        k.source(),
        k.parameters(),
        k.parameterBytes(),
        k.registers(),
        k.registerNames(),
        k.blocks(),
        k.variables(),
        k.localBytes(),
        k.privateBytes(),
        k.memorySlots(),
        k.loops(),
        32,
        k.requiredGroupSize(),
        k.fixedWidth(),
        k.subGroups(),
        k.unrolled());
  }
}
