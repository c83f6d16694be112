// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.operation;

import io.lockstep.frontend.amdil.statement.BoundResources;
import io.lockstep.frontend.amdil.statement.Destinations;
import io.lockstep.frontend.amdil.statement.Destinations.Target;
import io.lockstep.frontend.amdil.statement.IlWriter;
import io.lockstep.frontend.amdil.statement.Kind;
import io.lockstep.frontend.amdil.statement.NumberLiterals;
import io.lockstep.frontend.amdil.statement.ProgramSyntax;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Field;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Register;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Statement;
import io.lockstep.frontend.amdil.statement.StatementFields;
import io.lockstep.frontend.amdil.statement.Statements;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.Map;

/** Decodes accesses to work-group memory, and fences. */
final class ShareOperations {
  private ShareOperations() {}

  static void register(OperationSet t) {
    t.family("Work-group memory");
    load(t, "lds_load", "dword at a byte address, to all components", Type.I32, false);
    load(t, "lds_load_byte", "byte, sign extended", Type.I8, true);
    load(t, "lds_load_ubyte", "byte, zero extended", Type.I8, false);
    load(t, "lds_load_short", "two bytes, sign extended", Type.I16, true);
    load(t, "lds_load_ushort", "two bytes, zero extended", Type.I16, false);
    t.add(
        "lds_load_vec",
        2,
        3,
        "_id(n) dst, address[, offset]: dwords from there on, component k at + 4k",
        ShareOperations::loadVector);
    store(t, "lds_store", "address, value: a dword", Type.I32);
    store(t, "lds_store_byte", "address, value: its low byte", Type.I8);
    store(t, "lds_store_short", "address, value: its low two bytes", Type.I16);
    t.add(
        "lds_store_vec",
        3,
        4,
        "_id(n) mem.mask, address[, offset], value: component k at + 4k",
        ShareOperations::storeVector);
    AtomicOperations.register(
        t, "lds", (c, s, f) -> new AtomicOperations.Place(Space.LOCAL, place(c, s, f), 0));
    t.add(
        "lds_write_vec",
        2,
        "R700: [_lOffset(k)] mem.mask, value: into the work-item's own memory at dword k",
        ShareOperations::writeOwned);
    t.add(
        "lds_read_vec",
        2,
        "R700: dst, a: work-item a.x's memory from dword a.y on",
        ShareOperations::readOwned);
    t.add(
        "fence",
        0,
        "_threads: all work-items of the group meet; _lds, _memory, _gds: what they wrote is seen",
        ShareOperations::fence);
  }

  /** Returns the byte address that results from a statement's range and address operand. */
  private static Operand place(Statements c, Statement s, StatementFields f) {
    BoundResources.Share share = share(c, f);
    int at = s.operation().name().contains("_read_") ? 1 : 0;
    return address(c, share, s.operands().get(at), null);
  }

  private static BoundResources.Share share(Statements c, StatementFields f) {
    return share(c, f, "lds", c.resources.shares);
  }

  static BoundResources.Share share(
      Statements c, StatementFields f, String kind, Map<Integer, BoundResources.Share> declared) {
    int id = f.number(1023, "id", "resource");
    BoundResources.Share share = declared.get(id);
    if (share == null) {
      throw c.e.error(
          "%1$s %2$s is not declared; dcl_%1$s_id(%2$s) BYTES declares it%3$s"
              .formatted(kind, id, declared.isEmpty() ? "" : "; declared: " + declared.keySet()));
    }
    return share;
  }

  /** Returns the address of a byte offset, or of index and offset in a structured range. */
  static Operand address(
      Statements c,
      BoundResources.Share share,
      ProgramSyntax.Operand o,
      ProgramSyntax.Operand second) {
    Operand sum;
    if (share.stride() == 0) {
      sum = c.sources.first(o, Kind.INTEGER);
    } else {
      Operand[] both = c.sources.read(o, Kind.INTEGER, true, second == null, false, false);
      Operand offset = second == null ? both[1] : c.sources.first(second, Kind.INTEGER);
      sum = c.e.value(Op.MAD, Type.I32, both[0], Operand.immediate(share.stride()), offset);
    }
    if (share.offset() == 0) {
      return sum;
    }
    return c.e.value(Op.ADD, Type.I32, sum, Operand.immediate(share.offset()));
  }

  private static void load(
      OperationSet t, String name, String meaning, Type element, boolean signed) {
    t.add(
        name,
        2,
        "_id(n) dst, address: " + meaning,
        (c, s) -> {
          StatementFields f = new StatementFields(c.e, s);
          BoundResources.Share share = share(c, f);
          f.done();
          Target target = c.targets.target(s.operands().get(0));
          Operand at = address(c, share, s.operands().get(1), null);
          deliverLoad(c, target, at, element, signed, Space.LOCAL);
        });
  }

  /** Loads one value into all written components. */
  static void deliverLoad(
      Statements c, Target target, Operand at, Type element, boolean signed, Space space) {
    boolean direct = target.isRegister() && target.count() == 1;
    int[] results = new int[4];
    int to = -1;
    for (int k = 0; direct && k < 4; k++) {
      if (target.written()[k]) {
        to = c.targets.place(target, k, true);
        results[k] = to;
      }
    }
    to = direct ? to : c.e.temp(Type.I32);
    c.e.emit(
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .signed(signed)
            .to(to)
            .from(at)
            .memory(IlWriter.access(space, element, 1, 0)));
    if (direct) {
      c.targets.finish(target, results, true);
    } else {
      Operand value = Operand.register(to);
      c.deliver(target, new Operand[] {value, value, value, value});
    }
  }

  private static void store(OperationSet t, String name, String meaning, Type element) {
    t.add(
        name,
        2,
        "_id(n) " + meaning,
        (c, s) -> {
          StatementFields f = new StatementFields(c.e, s);
          BoundResources.Share share = share(c, f);
          f.done();
          Operand at = address(c, share, s.operands().get(0), null);
          Operand value = c.sources.first(s.operands().get(1), Kind.BITS);
          c.e.emit(
              InstructionBuilder.of(Op.STORE, element)
                  .from(at, value)
                  .memory(IlWriter.access(Space.LOCAL, element, 1, 0)));
        });
  }

  /** Loads dwords one by one, since addresses are aligned to four bytes only. */
  private static void loadDwords(Statements c, Target target, Operand at, long offset) {
    boolean direct = target.isRegister();
    int[] results = new int[4];
    if (target.count() > 1) {
      c.e.vector();
    }
    for (int k = 0; k < 4; k++) {
      if (target.written()[k]) {
        results[k] = c.e.temp(Type.I32);
        c.e.emit(
            InstructionBuilder.of(Op.LOAD, Type.I32)
                .to(results[k])
                .from(at)
                .memory(IlWriter.access(Space.LOCAL, Type.I32, 1, offset + 4L * k)));
      }
    }
    c.targets.finish(target, results, false);
    c.e.scalar();
  }

  private static void loadVector(Statements c, Statement s) {
    StatementFields f = new StatementFields(c.e, s);
    BoundResources.Share share = share(c, f);
    f.done();
    Target target = c.targets.target(s.operands().get(0));
    ProgramSyntax.Operand second = s.operands().size() > 2 ? s.operands().get(2) : null;
    loadDwords(c, target, address(c, share, s.operands().get(1), second), 0);
  }

  /** Returns the components that {@code mem.mask} names. */
  static boolean[] memoryMask(Statements c, ProgramSyntax.Operand o) {
    if (!(o instanceof Register r)
        || !r.file().equals("mem")
        || r.index() != null
        || !r.modifiers().isEmpty()) {
      throw c.e.error(o.at(), "expected 'mem' with a mask, as in mem.xy__, found " + o.shown());
    }
    boolean[] written = new boolean[4];
    int[] constants = {-1, -1, -1, -1};
    Destinations.mask(c.e, r, written, constants);
    for (int k : constants) {
      if (k >= 0) {
        throw c.e.error(r.componentsAt(), "a mask of memory has letters and _ only");
      }
    }
    return written;
  }

  private static void storeVector(Statements c, Statement s) {
    StatementFields f = new StatementFields(c.e, s);
    BoundResources.Share share = share(c, f);
    f.done();
    boolean[] written = memoryMask(c, s.operands().get(0));
    int n = s.operands().size();
    ProgramSyntax.Operand second = n > 3 ? s.operands().get(2) : null;
    Operand at = address(c, share, s.operands().get(1), second);
    Operand[] values = c.sources.read(s.operands().get(n - 1), Kind.BITS, written);
    c.e.vector();
    c.targets.store(Space.LOCAL, at, 0, values);
    c.e.scalar();
  }

  private static void owner(Statements c) {
    if (c.resources.ownedBytes == 0) {
      throw c.e.error(
          "'"
              + c.e.statement().operation().name()
              + "' needs dcl_lds_size_per_thread; Evergreen's memory is used by lds_load and lds_store");
    }
  }

  private static void writeOwned(Statements c, Statement s) {
    StatementFields f = new StatementFields(c.e, s);
    owner(c);
    Field offset = f.find("lOffset");
    int dword = offset == null ? 0 : NumberLiterals.whole(c.e.source, offset, 0, 63);
    f.done();
    boolean[] written = memoryMask(c, s.operands().get(0));
    for (int k = 0; k < 4; k++) {
      if (written[k] && 4 * (dword + k) >= c.resources.ownedBytes) {
        throw c.e.error(
            s.at(),
            "a work-item owns " + c.resources.ownedBytes / 4 + " dwords, none at " + (dword + k));
      }
    }
    Operand[] values = c.sources.read(s.operands().get(1), Kind.BITS, written);
    Operand own =
        c.e.value(
            Op.MUL,
            Type.I32,
            c.e.special(Special.LOCAL_ID_FLAT),
            Operand.immediate(c.resources.ownedBytes));
    c.e.vector();
    c.targets.store(Space.LOCAL, own, c.resources.ownedOffset() + 4L * dword, values);
    c.e.scalar();
  }

  private static void readOwned(Statements c, Statement s) {
    StatementFields f = new StatementFields(c.e, s);
    owner(c);
    f.done();
    Target target = c.targets.target(s.operands().get(0));
    Operand[] a = c.sources.read(s.operands().get(1), Kind.INTEGER, true, true, false, false);
    Operand dword = c.e.value(Op.SHL, Type.I32, a[1], Operand.immediate(2));
    Operand at =
        c.e.value(Op.MAD, Type.I32, a[0], Operand.immediate(c.resources.ownedBytes), dword);
    loadDwords(c, target, at, c.resources.ownedOffset());
  }

  private static void fence(Statements c, Statement s) {
    StatementFields f = new StatementFields(c.e, s);
    boolean threads = f.take("threads");
    boolean local = f.take("lds");
    boolean memory = f.take("memory");
    f.ignore("gds", "sr");
    f.done();
    if (memory) {
      c.e.emit(InstructionBuilder.of(Op.FENCE, Type.I32).variant(Variant.Fence.DEVICE));
    } else if (local && !threads) {
      c.e.emit(InstructionBuilder.of(Op.FENCE, Type.I32).variant(Variant.Fence.GROUP));
    }
    if (threads) {
      if (c.pixel) {
        throw c.e.error(s.at(), "pixels have no work-group that 'fence_threads' could wait for");
      }
      c.e.emit(InstructionBuilder.of(Op.BARRIER, Type.I32).from(Operand.immediate(0)));
      c.e.open(new Draft());
    }
  }
}
