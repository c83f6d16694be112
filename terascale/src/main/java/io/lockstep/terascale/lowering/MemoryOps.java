// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.parts.region.RegionOperation;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Role;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import java.util.Arrays;

/**
 * Lowers memory operations: fetches, writes through random access targets, private arrays in
 * indexed registers and, by {@link ShareOps}, the local data share.
 *
 * <p>A fetch has a constant offset of 16 bits; a write is addressed in dwords, which costs a shift;
 * a local operation has no offset. These are LLVM's R600 patterns.
 */
final class MemoryOps {
  private static final int FETCH_OFFSETS = 1 << 16;

  private final Operands operands;
  private final MemoryWords memory;
  private final ShareOps share;
  private final Emitter emit;

  MemoryOps(Operands operands, Block block) {
    this.operands = operands;
    memory = new MemoryWords(operands);
    share = new ShareOps(operands, memory, block);
    emit = operands.emit();
  }

  void lower(Instruction i) {
    if (i.op() == Op.FENCE) {
      acknowledge();
      return;
    }
    switch (i.memory().space()) {
      case PARAMETER -> parameter(i);
      case CONSTANT -> constant(i);
      case GLOBAL -> global(i);
      case LOCAL -> {
        if (operands.kernel().emulatesLocal()) {
          global(i);
        } else {
          share.lower(i);
        }
      }
      case PRIVATE -> privately(i);
      case REGION -> region(i);
      case TEXTURE -> throw operands.kernel().refuse(i, "texture memory by address");
      case GENERIC ->
          throw operands
              .kernel()
              .refuse(i, "TeraScale has no generic addresses: the memory space must be known");
    }
  }

  /** Lowers an operation of the global data share, which is addressed in bytes. */
  private void region(Instruction i) {
    Source[] sources = memory.data(i);
    if (sources.length > 1) {
      sources = memory.inRegisters(sources);
    }
    Source place = memory.address(i, i.memory().offset());
    sources[0] = place.isValue() ? place : emit.op("MOV", place);
    int[] words = i.writes().isEmpty() ? new int[0] : memory.words(i);
    String name =
        switch (i.op()) {
          case LOAD -> "READ_RET";
          case STORE -> "WRITE";
          default -> MemoryWords.name(i.atomic()) + (words.length > 0 ? "_RET" : "");
        };
    emit.access(MachineOp.Kind.ATOMIC, "GDS " + name, words, sources)
        .memory(i.memory().slot(), i.memory().bytes(), 0)
        .as(new Role.Region(RegionOperation.of(i)));
    memory.deliver(i, words);
  }

  /** Lowers a barrier of the launch, before which all writes are acknowledged. */
  void launchBarrier() {
    acknowledge();
    emit.access(MachineOp.Kind.ATOMIC, "GWS_BARRIER", new int[0])
        .as(new Role.Region(RegionOperation.BARRIER));
  }

  void acknowledge() {
    emit.access(MachineOp.Kind.WAIT, "WAIT_ACK", new int[0]);
  }

  private void parameter(Instruction i) {
    int size = i.memory().element().bytes();
    for (int n = 0; n < i.destinations().size(); n++) {
      long at = i.sources().get(0).bits() + i.memory().offset() + (long) n * size;
      Source low = Source.constant(0, KernelFacts.IMPLICIT_DWORDS + (int) (at / 4));
      if (size < 4) {
        Source moved = emit.op("LSHR_INT", low, Source.number((int) (8 * (at & 3))));
        low = emit.op("AND_INT", moved, Source.number((1 << (8 * size)) - 1));
      }
      Source high = Source.constant(0, KernelFacts.IMPLICIT_DWORDS + (int) (at / 4) + 1);
      operands.result(i, n, low, size == 8 ? high : null);
    }
  }

  /**
   * Lowers a load of constant memory: through the constant cache if the address is known or at a
   * fixed offset in a bound buffer, otherwise as a fetch.
   */
  private void constant(Instruction i) {
    Operand address = i.sources().get(0);
    if (operands.kernel().isBoundConstant(i)) {
      for (int n = 0; n < i.destinations().size(); n++) {
        if (i.destinations().get(n) >= 0) {
          int value = 2 * i.destinations().get(n);
          boolean wide = i.memory().element().bytes() == 8;
          operands.result(i, n, emit.read(value), wide ? emit.read(value + 1) : null);
        }
      }
      return;
    }
    ConstantPlaces.Place place = operands.kernel().constantPlace(i);
    if (place != null) {
      fixed(i, place);
      return;
    }
    if (address.isRegister()
        || i.memory().element().bytes() < 4
        || operands.kernel().has(CodeOption.FIXED_CONSTANTS)) {
      fetch(i);
      return;
    }
    int words = i.memory().element().bytes() / 4;
    int dword = (int) (((address.bits() & 0xFFFFFFFFL) + i.memory().offset()) / 4);
    for (int n = 0; n < i.destinations().size(); n++) {
      Source low = Source.constant(3, dword + n * words);
      operands.result(i, n, low, words == 2 ? Source.constant(3, dword + n * words + 1) : null);
    }
  }

  private void fixed(Instruction i, ConstantPlaces.Place place) {
    int size = i.memory().element().bytes();
    for (int n = 0; n < i.destinations().size(); n++) {
      Source low = place.word((long) n * size);
      if (size < 4) {
        int from = (int) (8 * (place.offset() + (long) n * size & 3));
        low = emit.op("LSHR_INT", low, Source.number(from));
        low = operands.extend(low, 8 * size, i.signed());
      }
      operands.result(i, n, low, size == 8 ? place.word((long) n * size + 4) : null);
    }
  }

  private void global(Instruction i) {
    switch (i.op()) {
      case LOAD -> fetch(i);
      case STORE ->
          store(
              i,
              operands.kernel().runsOverPixels()
                  ? "MEM_EXPORT WRITE_IND"
                  : "MEM_RAT_CACHELESS STORE");
      default -> atomic(i);
    }
  }

  private void fetch(Instruction i) {
    MemoryAccess m = i.memory();
    boolean folds = m.offset() >= 0 && m.offset() < FETCH_OFFSETS;
    Source address = memory.address(i, folds ? 0 : m.offset());
    int[] words = memory.words(i);
    boolean complete = operands.kernel().loadsByCompletePath(i);
    for (int at = 0; at < words.length; at += 4) {
      int[] part = Arrays.copyOfRange(words, at, Math.min(words.length, at + 4));
      int bits = Math.min(8 * m.element().bytes(), 32) * part.length;
      MachineOp op = new MachineOp(MachineOp.Kind.FETCH, "VTX_READ_" + bits, null, part, address);
      operands.kernel().values().group(part);
      // If a load takes two fetches, the first one carries the recorded access.
      int slot = at == 0 ? m.slot() : -1;
      if (complete) {
        noOp(i, slot, 4 * part.length, 4 * at);
        emit.add(op.memory(-1, 4 * part.length, 4 * at).as(Role.Flag.RETURN_BUFFER));
      } else {
        emit.add(op.memory(slot, 4 * part.length, (folds ? (int) m.offset() : 0) + 4 * at));
      }
    }
    memory.deliver(i, words);
  }

  /** Emits an atomic that changes nothing and sends the words to the return buffer. */
  private void noOp(Instruction i, int slot, int bytes, int from) {
    Source place = memory.address(i, i.memory().offset() + from);
    Source dword = emit.op("LSHR_INT", place, Source.number(2));
    emit.access(MachineOp.Kind.ATOMIC, MachineOp.NO_OP, new int[0], dword)
        .memory(slot, bytes, 0)
        .as(Role.Flag.RETURN_BUFFER);
  }

  /**
   * Lowers a texel fetch: coordinates in the channels of one register, up to four channels
   * returned. The resource, texel offsets and unnormalised coordinates are encoded in the
   * instruction.
   */
  void sample(Instruction i) {
    int n = i.coordinates();
    Source[] sources = new Source[n + 1];
    for (int d = 0; d < n; d++) {
      sources[d + 1] = operands.bits(i.sources().get(d + 1));
    }
    Source[] coordinates = inPlace(i, sources);
    if (coordinates == null) {
      coordinates = Arrays.copyOfRange(memory.inRegisters(sources), 1, n + 1);
    }
    int[] words = memory.words(i);
    operands.kernel().values().group(words);
    emit.access(
            MachineOp.Kind.FETCH, i.sourceType().isFloat() ? "SAMPLE" : "LD", words, coordinates)
        .memory(i.memory().slot(), 4 * words.length, 0)
        .as(Role.Flag.TEXTURE);
    memory.deliver(i, words);
  }

  /** The two coordinates if the first one can be read in place, or null. */
  private Source[] inPlace(Instruction i, Source[] sources) {
    KernelFacts kernel = operands.kernel();
    boolean possible =
        kernel.has(CodeOption.COORDINATES_IN_PLACE)
            && sources.length == 3
            && sources[1].isValue()
            && sources[2].isValue()
            && sources[2].number() != sources[1].number()
            && kernel.isWrittenOnce(sources[1].number());
    int copy = possible ? kernel.coordinates().copy(sources[1].number(), sources[2].number()) : -1;
    return copy < 0 ? null : new Source[] {sources[1], emit.copied(copy, sources[2])};
  }

  /**
   * Lowers a surface access: a read is a texture fetch, a write goes to a random access target of
   * typed elements. The kernel's x coordinate counts bytes (texels for images), the machine's
   * counts texels.
   */
  void surface(Instruction i) {
    if (!operands.kernel().architecture().typedWrites()) {
      throw operands.kernel().refuse(i, "surfaces: R700 writes no typed elements");
    }
    int n = i.coordinates();
    int each = Integer.numberOfTrailingZeros(i.memory().bytes());
    Source[] sources = new Source[n + 1];
    for (int d = 0; d < n; d++) {
      sources[d + 1] = operands.bits(i.sources().get(d + 1));
    }
    boolean layered = i.isLayered();
    int x = layered ? 2 : 1;
    boolean texels = each == 0 || i.isFormatted();
    sources[x] = texels ? sources[x] : emit.op("LSHR_INT", sources[x], Source.number(each));
    Source[] coordinates = Arrays.copyOfRange(memory.inRegisters(sources), 1, n + 1);
    if (i.op() == Op.SURFACE_LOAD) {
      int[] words = memory.words(i);
      operands.kernel().values().group(words);
      emit.access(MachineOp.Kind.FETCH, "LD", words, coordinates)
          .memory(i.memory().slot(), 4 * words.length, 0)
          .as(Role.Flag.TEXTURE);
      memory.deliver(i, words);
      return;
    }
    Source[] data = memory.inRegisters(memory.data(i, n + 1));
    Source[] all = Arrays.copyOf(coordinates, n + data.length - 1);
    System.arraycopy(data, 1, all, n, data.length - 1);
    emit.access(MachineOp.Kind.STORE, "MEM_RAT STORE_TYPED", new int[0], all)
        .memory(i.memory().slot(), i.memory().bytes(), 0)
        .as(Role.Flag.TEXTURE);
  }

  private void store(Instruction i, String mnemonic) {
    MemoryAccess m = i.memory();
    Source[] sources = memory.inRegisters(memory.data(i));
    boolean narrow = m.element().bytes() < 4;
    Source place = memory.address(i, m.offset());
    sources[0] = narrow ? place : emit.op("LSHR_INT", place, Source.number(2));
    String name =
        narrow
            ? "MEM_RAT STORE_" + (m.element().bytes() == 1 ? "BYTE" : "SHORT")
            : mnemonic + "_RAW";
    emit.access(MachineOp.Kind.STORE, name, new int[0], sources).memory(m.slot(), m.bytes(), 0);
  }

  private void atomic(Instruction i) {
    MemoryAccess m = i.memory();
    Source[] sources = memory.inRegisters(memory.data(i));
    sources[0] = emit.op("LSHR_INT", memory.address(i, m.offset()), Source.number(2));
    boolean returns = !i.writes().isEmpty();
    int[] words = returns ? memory.words(i) : new int[0];
    String name = "MEM_RAT ATOMIC_" + MemoryWords.name(i.atomic()) + (returns ? "_RTN" : "");
    if (returns && operands.kernel().has(CodeOption.RETURNED_ATOMICS)) {
      fetchOld(i, name + "_ACK", sources, words);
      return;
    }
    emit.access(MachineOp.Kind.ATOMIC, name, words, sources).memory(m.slot(), m.bytes(), 0);
    if (returns) {
      memory.deliver(i, words);
    }
  }

  /** Lowers an atomic that returns old values through the return buffer, and the fetch. */
  private void fetchOld(Instruction i, String name, Source[] sources, int[] words) {
    int bytes = i.memory().bytes();
    emit.access(MachineOp.Kind.ATOMIC, name, new int[0], sources)
        .memory(i.memory().slot(), bytes, 0)
        .as(Role.Flag.RETURN_BUFFER);
    operands.kernel().values().group(words);
    String fetch = "VTX_READ_" + 8 * bytes;
    emit.access(MachineOp.Kind.FETCH, fetch, words, sources[0])
        .memory(-1, bytes, 0)
        .as(Role.Flag.RETURN_BUFFER);
    memory.deliver(i, words);
  }

  /** Lowers private arrays: indexed registers if they are small, scratch memory otherwise. */
  private void privately(Instruction i) {
    if (operands.kernel().inScratch()) {
      if (i.op() == Op.LOAD) {
        fetch(i);
      } else {
        store(i, "MEM_SCRATCH STORE");
      }
      return;
    }
    Source index = emit.op("LSHR_INT", memory.address(i, i.memory().offset()), Source.number(4));
    boolean fixed = index.isNumber();
    if (!fixed) {
      emit.arithmetic("MOVA_INT", Unit.VECTOR, new int[0], index).as(Role.Flag.WRITES_ADDRESS);
    }
    if (i.op() == Op.LOAD) {
      int[] words = memory.words(i);
      for (int word : words) {
        emit.arithmetic("MOV", Unit.ANY, new int[] {word}, Source.constant(4, 0))
            .as(Role.Flag.USES_ADDRESS);
      }
      memory.deliver(i, words);
    } else {
      Source[] data = memory.data(i);
      for (int n = 1; n < data.length; n++) {
        emit.arithmetic("MOV", Unit.ANY, new int[0], data[n]).as(Role.Flag.USES_ADDRESS);
      }
    }
    assert i.memory().space() == Space.PRIVATE;
  }
}
