// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Role;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Lowers local memory: through output queues on Evergreen and later, in fetch clauses on R700. */
final class ShareOps {
  private final Operands operands;
  private final MemoryWords memory;
  private final Block block;
  private final Emitter emit;
  private final Set<Instruction> joined = Collections.newSetFromMap(new IdentityHashMap<>());

  ShareOps(Operands operands, MemoryWords memory, Block block) {
    this.operands = operands;
    this.memory = memory;
    this.block = block;
    emit = operands.emit();
  }

  void lower(Instruction i) {
    MemoryAccess m = i.memory();
    int size = m.element().bytes();
    if (operands.kernel().architecture().ownerWrites()) {
      owned(i);
      return;
    }
    if (i.op() == Op.ATOMIC) {
      localAtomic(i);
      return;
    }
    int total = Math.max(1, m.bytes() / 4);
    int[] words = i.op() == Op.LOAD ? memory.words(i) : null;
    Source[] data = i.op() == Op.STORE ? memory.data(i) : null;
    for (int at = 0; at < total; at += 2) {
      int count = Math.min(2, total - at);
      Source place = memory.address(i, m.offset() + 4L * at);
      int slot = at == 0 ? m.slot() : -1;
      if (i.op() == Op.LOAD) {
        String name =
            count == 2 ? "LDS_READ2_RET" : size < 4 ? "LDS_USHORT_READ_RET" : "LDS_READ_RET";
        name = size == 1 ? "LDS_UBYTE_READ_RET" : name;
        emit.arithmetic(name, Unit.LDS, new int[0], place)
            .as(new Role.Local(-1, Arrays.copyOfRange(words, at, at + count)))
            .memory(slot, 4 * count, 0);
        for (int k = 0; k < count; k++) {
          pop(words[at + k], k);
        }
      } else {
        String name =
            count == 2
                ? "LDS_WRITE2"
                : size == 1 ? "LDS_BYTE_WRITE" : size == 2 ? "LDS_SHORT_WRITE" : "LDS_WRITE";
        Source[] sources = new Source[count + 1];
        sources[0] = place;
        System.arraycopy(data, 1 + at, sources, 1, count);
        emit.arithmetic(name, Unit.LDS, new int[0], sources)
            .as(new Role.Local(-1))
            .memory(slot, 4 * count, 0);
      }
    }
    if (words != null) {
      memory.deliver(i, words);
    }
  }

  /**
   * Lowers an R700 access, which is part of a fetch clause and moves up to four words: the
   * components of one {@code lds_read_vec} are one read.
   */
  private void owned(Instruction i) {
    MemoryAccess m = i.memory();
    if (i.op() == Op.STORE) {
      Source[] sources = memory.inRegisters(memory.data(i));
      sources[0] = register(memory.address(i, m.offset()));
      emit.access(MachineOp.Kind.FETCH, "LOCAL_DS_WRITE", new int[0], sources)
          .as(new Role.Local(-1))
          .memory(m.slot(), m.bytes(), 0);
      return;
    }
    if (!joined.add(i)) {
      return; // read together with the vector's first component
    }
    List<Instruction> vector = vectorLoads(i);
    joined.addAll(vector);
    List<int[]> each = vector.stream().map(memory::words).toList();
    int[] words = each.stream().flatMapToInt(Arrays::stream).toArray();
    operands.kernel().values().group(words);
    emit.access(
            MachineOp.Kind.FETCH, "LOCAL_DS_READ", words, register(memory.address(i, m.offset())))
        .as(new Role.Local(-1))
        .memory(m.slot(), 4 * words.length, 0);
    for (int k = 0; k < vector.size(); k++) {
      memory.deliver(vector.get(k), each.get(k));
    }
  }

  private Source register(Source s) {
    return s.isValue() ? s : emit.op("MOV", s);
  }

  private void pop(int value, int queue) {
    emit.arithmetic("MOV", Unit.VECTOR, new int[] {value}, Source.queue(queue, value));
  }

  private void localAtomic(Instruction i) {
    MemoryAccess m = i.memory();
    Source[] sources = memory.data(i);
    sources[0] = memory.address(i, m.offset());
    boolean returns = !i.writes().isEmpty();
    int[] words = returns ? memory.words(i) : new int[0];
    String name = "LDS_" + MemoryWords.name(i.atomic()) + (returns ? "_RET" : "");
    emit.arithmetic(name, Unit.LDS, new int[0], sources)
        .as(new Role.Local(-1, words))
        .memory(m.slot(), m.bytes(), 0);
    if (returns) {
      pop(words[0], 0);
      memory.deliver(i, words);
    }
  }

  /**
   * A load and the following loads of the next words of the same vector, up to four words, with no
   * change of their address in between.
   */
  private List<Instruction> vectorLoads(Instruction first) {
    List<Instruction> found = new ArrayList<>(List.of(first));
    List<Instruction> all = block.instructions();
    long next = first.memory().offset() + first.memory().bytes();
    int words = Math.max(1, first.memory().bytes() / 4);
    for (int k = all.indexOf(first) + 1; k < all.size() && first.vectorGroup() >= 0; k++) {
      Instruction i = all.get(k);
      boolean follows =
          i.op() == Op.LOAD
              && i.memory().space() == Space.LOCAL
              && i.vectorGroup() == first.vectorGroup()
              && i.sources().get(0).equals(first.sources().get(0))
              && i.memory().offset() == next
              && words + i.memory().bytes() / 4 <= 4
              && i.guard() < 0
              && first.guard() < 0;
      if (!follows || all.get(k - 1).destinations().contains(i.sources().get(0).register())) {
        break;
      }
      found.add(i);
      next += i.memory().bytes();
      words += i.memory().bytes() / 4;
    }
    return found;
  }
}
