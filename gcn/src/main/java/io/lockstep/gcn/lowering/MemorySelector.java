// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.gcn.isa.Feature;
import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.parts.region.RegionOperation;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Selects memory instructions: adjacent scalar loads merged, LDS accesses paired ({@code
 * ds_read2_b32}), adjacent vector accesses merged, vector memory with the address forms of {@link
 * AddressModes}.
 */
final class MemorySelector {
  private final RegisterFacts facts;
  private final RegisterPlacement placement;
  private final AddressModes modes;
  private final OperandFolding folding;

  private final UniformAtomics uniform;
  private final MergedAccesses merged = new MergedAccesses();
  private final LoadStoreVectorizer vectorizer;
  private boolean dispatchLoaded;

  MemorySelector(
      RegisterFacts facts,
      RegisterPlacement placement,
      AddressModes modes,
      OperandFolding folding) {
    this.facts = facts;
    this.placement = placement;
    this.modes = modes;
    this.folding = folding;
    uniform = new UniformAtomics(facts, placement, folding.chip());
    vectorizer = new LoadStoreVectorizer(modes, placement, folding.chip(), merged);
  }

  /** Pairs LDS accesses of a block; its schedule stays. */
  List<Instruction> pairLocal(int block, List<Instruction> schedule) {
    new LdsPairs(modes, merged).find(schedule);
    return schedule;
  }

  /** Merges accesses of a block; returns its schedule with merged accesses at one place. */
  List<Instruction> merge(int block, List<Instruction> schedule) {
    vectorizer.find(block, schedule, this::isWanted);
    return merged.order(schedule);
  }

  /** Begins a block, or another trip of a loop. */
  void begin() {
    dispatchLoaded = false;
  }

  /** Emits the load of the group size from the dispatch packet, once a block. */
  void dispatchPacket(Instruction i, GcnEmitter out) {
    boolean size =
        switch (i.special()) {
          case LOCAL_SIZE_X, LOCAL_SIZE_Y, LOCAL_SIZE_Z -> true;
          case NUM_GROUPS_X, NUM_GROUPS_Y, NUM_GROUPS_Z -> true;
          default -> false;
        };
    if (size && !dispatchLoaded && facts.constant(i.destinations().get(0)) == null) {
      dispatchLoaded = true;
      GcnOp op = out.op(GcnClass.SMEM, "s_load_dword", "s:dispatch, s[4:5], 0x4");
      op.bytes = 4;
      op.dst = new int[] {i.destinations().get(0)};
      op.space = Space.PARAMETER;
    }
  }

  void select(Instruction i, int block, GcnEmitter out) {
    if (merged.isDone(i)) {
      return;
    }
    switch (i.memory().space()) {
      case PARAMETER -> scalar(i, out);
      case LOCAL -> lds(i, out);
      case REGION -> region(i, out);
      default -> {
        if (placement.isScalarLoad(i, block)) {
          scalar(i, out);
        } else {
          vector(i, out);
        }
      }
    }
  }

  private boolean isWanted(Instruction i) {
    if (i.isRecorded()) {
      return true;
    }
    return i.writes().stream().anyMatch(folding::isNeeded);
  }

  private void scalar(Instruction i, GcnEmitter out) {
    List<Instruction> group = merged.of(i);
    if (!isWanted(i)) {
      return;
    }
    long low = vectorizer.offset(group.get(0));
    Instruction last = group.get(group.size() - 1);
    int dwords = (int) ((vectorizer.offset(last) + LoadStoreVectorizer.bytes(last) - low + 3) / 4);
    dwords = Integer.highestOneBit(Math.max(1, 2 * dwords - 1));
    AddressModes.Mode m = modes.of(i);
    String base = m == null ? "s[4:5]" : m.base() >= 0 ? out.name(folding.alias(m.base())) : "0";
    GcnOp op =
        out.op(
            GcnClass.SMEM,
            "s_load_dword" + (dwords == 1 ? "" : "x" + dwords),
            destinations(group, out) + ", " + base + ", 0x" + Long.toHexString(low));
    finish(op, group, dwords * 4);
    op.space = i.memory().space();
    op.offset = low;
  }

  private String destinations(List<Instruction> group, GcnEmitter out) {
    List<String> names = group.stream().flatMap(g -> g.writes().stream()).map(out::name).toList();
    return names.size() == 1 ? names.get(0) : "[" + String.join(",", names) + "]";
  }

  private void finish(GcnOp op, List<Instruction> group, int bytes) {
    op.bytes = bytes;
    op.from = group;
    op.src = registers(group.stream().flatMap(g -> folding.reads(g).stream()).distinct());
    op.dst = registers(group.stream().flatMap(g -> g.writes().stream()));
    op.slots =
        group.stream().filter(Instruction::isRecorded).mapToInt(g -> g.memory().slot()).toArray();
  }

  private static int[] registers(Stream<Integer> registers) {
    return registers.mapToInt(Integer::intValue).toArray();
  }

  private void lds(Instruction i, GcnEmitter out) {
    List<Instruction> group = merged.of(i);
    AddressModes.Mode m = modes.of(i);
    boolean elects = uniform.combines(i, m);
    if (elects) {
      uniform.before(i, out);
    }
    addressInVector(m, out);
    int bytes = i.memory().bytes();
    String width = "b" + bytes * 8;
    String name;
    GcnClass cls;
    switch (i.op()) {
      case LOAD -> {
        cls = GcnClass.LDS_READ;
        name =
            group.size() > 1
                ? "ds_read2_" + width
                : bytes < 4
                    ? "ds_read_" + (i.signed() ? "i" : "u") + bytes * 8
                    : "ds_read_" + width;
      }
      case STORE -> {
        cls = GcnClass.LDS_WRITE;
        dataInVector(i, out);
        name = (group.size() > 1 ? "ds_write2_" : "ds_write_") + width;
      }
      default -> {
        boolean returns = !i.writes().isEmpty();
        cls = returns ? GcnClass.LDS_ATOMIC_RETURN : GcnClass.LDS_ATOMIC;
        dataInVector(i, out);
        name =
            "ds_"
                + i.atomic().name().toLowerCase(Locale.ROOT)
                + (returns ? "_rtn_" : "_")
                + "u"
                + bytes * 8;
      }
    }
    String base = m.base() >= 0 ? out.name(folding.alias(m.base())) : "v:const";
    String text =
        i.op() == Op.LOAD ? destinations(group, out) + ", " + base : base + data(group, out);
    String offsets =
        group.size() > 1
            ? " offset0:"
                + modes.of(group.get(0)).offset() / bytes
                + " offset1:"
                + modes.of(group.get(1)).offset() / bytes
            : m.offset() != 0 ? " offset:" + m.offset() : "";
    GcnOp op = out.op(cls, name, text + offsets);
    finish(op, group, bytes);
    op.space = Space.LOCAL;
    op.elects = elects;
    if (elects) {
      uniform.after(i, out);
    }
  }

  /** Selects a region access: the address is in a vector register, or in M0 for an append. */
  private void region(Instruction i, GcnEmitter out) {
    AddressModes.Mode m = modes.of(i);
    String offset = (m.offset() != 0 ? " offset:" + m.offset() : "") + " gds";
    String base = m.base() >= 0 ? out.name(folding.alias(m.base())) : "v:const";
    RegionOperation operation = RegionOperation.of(i);
    boolean together = i.op() == Op.ATOMIC && i.atomic().isOfWavefront();
    if (together) {
      boolean vector = m.base() >= 0 && placement.isVector(m.base());
      String read = vector ? "v_readfirstlane_b32" : "s_mov_b32";
      String from = m.base() >= 0 ? base : "0";
      out.op(vector ? GcnClass.VALU : GcnClass.SALU, read, -1, folding.reads(i), "m0, " + from);
    } else {
      addressInVector(m, out);
      dataInVector(i, out);
    }
    List<Instruction> one = List.of(i);
    String result = i.writes().isEmpty() ? "" : destinations(one, out);
    String address = together ? "" : (result.isEmpty() ? "" : ", ") + base;
    GcnOp op =
        out.op(GcnClass.REGION, RegionMnemonics.of(i), result + address + data(one, out) + offset);
    finish(op, one, i.memory().bytes());
    op.space = Space.REGION;
    op.offset = operation.ordinal();
  }

  private static String data(List<Instruction> group, GcnEmitter out) {
    StringBuilder s = new StringBuilder();
    for (Instruction g : group) {
      for (Operand o : g.sources().subList(1, g.sources().size())) {
        s.append(", ").append(out.text(o));
      }
    }
    return s.toString();
  }

  /** Moves an LDS or scratch address to a vector register, once a block for each value. */
  private void addressInVector(AddressModes.Mode m, GcnEmitter out) {
    if (m.base() < 0) {
      out.inVector("0");
    } else if (!placement.isVector(m.base())) {
      out.inVector(folding.alias(m.base()));
    }
  }

  private void dataInVector(Instruction i, GcnEmitter out) {
    for (Operand o : i.sources().subList(1, i.sources().size())) {
      if (!o.isRegister() || !placement.isVector(o)) {
        if (o.isRegister() && facts.constant(o.register()) == null) {
          out.inVector(folding.alias(o.register()));
        } else {
          out.inVector(out.text(o));
        }
      }
    }
  }

  private void vector(Instruction i, GcnEmitter out) {
    List<Instruction> group = merged.of(i);
    AddressModes.Mode m = modes.of(group.get(0));
    Space space = i.memory().space();
    boolean isPrivate = space == Space.PRIVATE;
    Chip chip = folding.chip();
    boolean flat = !isPrivate && (space == Space.GENERIC || !chip.has(Feature.GLOBAL));
    boolean adds = flat && !chip.has(Feature.GLOBAL); // what the instruction cannot
    String family =
        isPrivate ? chip.has(Feature.SCRATCH) ? "scratch" : "buffer" : flat ? "flat" : "global";
    boolean elects = uniform.combines(i, m);
    if (elects) {
      uniform.before(i, out);
    }
    boolean scalarBase = m.base() < 0 || !placement.isVector(m.base());
    if (scalarBase && m.index() < 0) {
      addressInVector(new AddressModes.Mode(isPrivate || adds ? m.base() : -1, -1, 0), out);
    }
    if (adds && m.offset() != 0) {
      List<Integer> base = m.base() < 0 ? List.of() : List.of(folding.alias(m.base()));
      out.op(GcnClass.VALU, "v_add_co_u32", -1, base, "v:address, " + m.offset() + ", …");
      out.op(GcnClass.VALU, "v_addc_co_u32", "v:address, 0, …");
    }
    int bytes = group.stream().mapToInt(g -> g.memory().bytes()).sum();
    String size =
        switch (bytes) {
          case 1 -> i.op() == Op.LOAD ? (i.signed() ? "sbyte" : "ubyte") : "byte";
          case 2 -> i.op() == Op.LOAD ? (i.signed() ? "sshort" : "ushort") : "short";
          case 4 -> "dword";
          default -> "dwordx" + bytes / 4;
        };
    String address =
        m.index() >= 0
            ? out.name(folding.alias(m.index())) + ", " + out.name(folding.alias(m.base()))
            : m.base() < 0
                ? "v:const, off"
                : scalarBase
                    ? "v:const, " + out.name(folding.alias(m.base()))
                    : out.name(folding.alias(m.base())) + ", off";
    if (adds) {
      address = m.offset() != 0 || scalarBase ? "v:address" : out.name(folding.alias(m.base()));
    }
    String offset = m.offset() != 0 && !adds ? " offset:" + m.offset() : "";
    GcnOp op;
    switch (i.op()) {
      case LOAD ->
          op =
              out.op(
                  GcnClass.VMEM_LOAD,
                  family + "_load_" + size,
                  destinations(group, out) + ", " + address + offset);
      case STORE -> {
        group.forEach(g -> dataInVector(g, out));
        op =
            out.op(
                GcnClass.VMEM_STORE,
                family + "_store_" + size,
                address + data(group, out) + offset);
      }
      default -> {
        dataInVector(i, out);
        boolean returns = !i.writes().isEmpty();
        op =
            out.op(
                returns ? GcnClass.VMEM_ATOMIC_RETURN : GcnClass.VMEM_ATOMIC,
                family
                    + "_atomic_"
                    + i.atomic().name().toLowerCase(Locale.ROOT)
                    + (bytes == 8 ? "_x2" : ""),
                address + data(List.of(i), out) + offset + (returns ? " glc" : ""));
      }
    }
    finish(op, group, bytes);
    op.space = space;
    op.offset = m.offset();
    op.elects = elects;
    if (elects) {
      uniform.after(i, out);
    }
  }
}
