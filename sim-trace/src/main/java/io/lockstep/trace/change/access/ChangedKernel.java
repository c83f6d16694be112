// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.access;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.trace.change.AccessChange;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** A kernel with changed accesses, and the mapping of its memory slots to those of the original. */
public final class ChangedKernel {
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
  public final Kernel changed;
  final List<Slot> slots; // of the original; one entry for each coordinate of a texture
  final Instruction filling; // access whose elements the filling loop moves, or null

  final int fills; // loads per iteration of the filling loop, one for each array

  private ChangedKernel(
      Kernel original, Kernel changed, List<Slot> slots, Instruction filling, int fills) {
    this.fills = fills;
    this.original = original;
    this.changed = changed;
    this.slots = slots;
    this.filling = filling;
  }

  public static ChangedKernel of(Kernel original, ChangedAccesses accesses) {
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
        if (change == AccessChange.Kind.LOCAL) {
          filling = isBefore(i, filling) ? i : filling;
          Operand address = i.sources().get(0);
          if (i.op() == Op.LOAD && address.isRegister()) {
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

  /** Returns whether an access is a better model of filling: loads first, then the narrowest. */
  private static boolean isBefore(Instruction i, Instruction filling) {
    return filling == null
        || i.op() == Op.LOAD && filling.op() != Op.LOAD
        || i.op() == filling.op() && i.memory().bytes() < filling.memory().bytes();
  }

  /** Returns whether work-groups move each element of a slot between the memories once. */
  boolean isFilled(Slot slot) {
    return slot.is(AccessChange.Kind.LOCAL) && slot.operation().op() == filling.op();
  }

  boolean isChanged() {
    return slots.stream().anyMatch(s -> s.change() != null);
  }

  /** Returns the number of blocks inserted before the original blocks. */
  int moved() {
    return changed.blocks().size() - original.blocks().size();
  }

  boolean isRemoved(int slot) {
    return slots.get(slot).is(AccessChange.Kind.LINE);
  }

  /** Returns the number of slots inserted before the original slots. */
  int newSlots() {
    return filling == null ? 0 : 2 * fills;
  }

  /** Returns the bytes of local memory that a work-group needs for a slot. */
  static int tile(Slot slot, int workItems) {
    return (slot.bytes() * workItems + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /** Returns the additional bytes of local memory of a launch, from an aligned offset. */
  int localBytes(int workItems) {
    int bytes = 0;
    for (Slot slot : slots) {
      bytes += slot.is(AccessChange.Kind.LOCAL) ? tile(slot, workItems) : 0;
    }
    return bytes;
  }

  /** Returns the first aligned offset in local memory that a launch leaves free. */
  int freeLocal(int dynamicBytes) {
    int used = original.localBytes() + dynamicBytes;
    return (used + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }
}
