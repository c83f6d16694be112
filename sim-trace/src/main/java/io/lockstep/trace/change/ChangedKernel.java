package io.lockstep.trace.change;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Operand;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A kernel with changed accesses, and how the slots of its records correspond to those of the
 * original. Immutable.
 */
final class ChangedKernel {
  /** A recorded operation of the original kernel. */
  record Slot(Instruction operation, int block, AccessChange.Kind change) {
    int bytes() {
      return operation.memory().bytes();
    }

    boolean is(AccessChange.Kind kind) {
      return change == kind;
    }
  }

  private static final int ALIGNMENT = 16;
  private static final int MOST_FILLS = 4;

  final Kernel original;
  final Kernel changed;
  final List<Slot> slots; // of the original; one entry for each coordinate of a texture
  final Instruction filling; // the load whose elements the groups load first, or null

  final int fills; // loads of each round, one for each array

  private ChangedKernel(
      Kernel original, Kernel changed, List<Slot> slots, Instruction filling, int fills) {
    this.fills = fills;
    this.original = original;
    this.changed = changed;
    this.slots = slots;
    this.filling = filling;
  }

  /** Changes the accesses that a rule names. */
  static ChangedKernel of(Kernel original, ChangedAccesses accesses) {
    List<Slot> slots = new ArrayList<>();
    AddressCode addresses = new AddressCode(original);
    SortedSet<Long> arrays = new TreeSet<>();
    Instruction filling = null;
    for (Block block : original.blocks()) {
      for (Instruction i : block.instructions()) {
        AccessChange.Kind change = i.isRecorded() ? accesses.change(original, i) : null;
        for (int s = 0; s < i.slots(); s++) {
          slots.add(new Slot(i, block.id(), change));
        }
        if (change == AccessChange.Kind.LOCAL && ChangedAccesses.isFilled(i)) {
          boolean narrower = filling == null || i.memory().bytes() < filling.memory().bytes();
          filling = narrower ? i : filling;
          Operand address = i.sources().get(0);
          if (address.isRegister()) {
            arrays.addAll(addresses.pointers(address.register()));
          }
        }
      }
    }
    if (filling != null && original.isPixelKernel()) {
      throw new InputException(
          original.source(),
          "kernel " + original.name() + " runs over pixels, without local memory");
    }
    int fills = Math.max(1, Math.min(arrays.size(), MOST_FILLS));
    Kernel changed =
        new KernelRewriter(original, i -> accesses.change(original, i), filling, fills).rewrite();
    return new ChangedKernel(original, changed, List.copyOf(slots), filling, fills);
  }

  /** Whether any access is changed. */
  boolean isChanged() {
    return slots.stream().anyMatch(s -> s.change() != null);
  }

  /** Blocks in front of the original ones. */
  int moved() {
    return changed.blocks().size() - original.blocks().size();
  }

  /** Whether a slot is absent from the changed kernel. */
  boolean isRemoved(int slot) {
    return slots.get(slot).is(AccessChange.Kind.LINE);
  }

  /** Slots in front of those of the original. */
  int newSlots() {
    return filling == null ? 0 : 2 * fills;
  }

  /** Bytes of local memory for a slot of a work-group. */
  static int tile(Slot slot, int workItems) {
    return (slot.bytes() * workItems + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /** Bytes of local memory that a launch needs in addition, from an aligned offset on. */
  int localBytes(int workItems) {
    int bytes = 0;
    for (Slot slot : slots) {
      bytes += slot.is(AccessChange.Kind.LOCAL) ? tile(slot, workItems) : 0;
    }
    return bytes;
  }

  /** The first offset in local memory that a launch leaves free. */
  int freeLocal(int dynamicBytes) {
    int used = original.localBytes() + dynamicBytes;
    return (used + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }
}
