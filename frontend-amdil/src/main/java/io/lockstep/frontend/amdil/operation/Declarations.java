// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.operation;

import io.lockstep.frontend.amdil.statement.BoundResources;
import io.lockstep.frontend.amdil.statement.Destinations;
import io.lockstep.frontend.amdil.statement.NumberLiterals;
import io.lockstep.frontend.amdil.statement.ProgramSyntax;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Literal;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Name;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Operand;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Register;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Statement;
import io.lockstep.frontend.amdil.statement.StatementFields;
import io.lockstep.frontend.amdil.statement.Statements;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.type.Type;
import java.util.List;
import java.util.Locale;

/** Decodes declarations, which apply to the whole kernel regardless of their position. */
final class Declarations {
  private static final int MAX_SHARE = 1 << 20;

  /** Size of the hardware's global data share in bytes. */
  private static final int MAX_REGION = 64 << 10;

  private static final int MAX_ID = 1023;
  private static final List<String> FORMATS =
      List.of("float", "unorm", "snorm", "sint", "uint", "srgb", "mixed", "unknown");

  private Declarations() {}

  static void register(OperationSet t) {
    t.family("Declarations");
    t.add(
        "dcl_literal",
        5,
        "l# with four constants: 0x bits, integers or floats",
        Declarations::literal);
    t.add("dcl_cb", 1, "constant buffer cb#[n] of n elements of 16 bytes", Declarations::constants);
    t.add(
        "dcl_resource",
        0,
        "texture i#: _id(n)_type(1d, 2d, 3d, buffer[,unnorm])_fmtx(…)…_fmtw(…)",
        Declarations::resource);
    t.add(
        "dcl_num_thread_per_group",
        1,
        3,
        "size of the work-group: x, or x, y, z",
        Declarations::group);
    t.add(
        "dcl_max_thread_per_group",
        1,
        "work-items of a group; taken as its size where dcl_num_thread_per_group is absent",
        Declarations::largestGroup);
    t.add("dcl_lds", 1, "_id(n): bytes of work-group memory", Declarations::share);
    t.add(
        "dcl_struct_lds",
        2,
        "_id(n): stride in bytes and number of structures in work-group memory",
        Declarations::structures);
    t.add(
        "dcl_gds",
        1,
        "_id(n): bytes of the global data share, which is zero when a launch begins",
        Declarations::region);
    t.add(
        "dcl_struct_gds",
        2,
        "_id(n): stride in bytes and number of structures in the global data share",
        Declarations::regionStructures);
    t.add(
        "dcl_lds_size_per_thread",
        1,
        "R700: dwords of work-group memory that each work-item owns",
        Declarations::owned);
    t.add(
        "dcl_lds_sharing_mode",
        1,
        "R700: _wavefrontRel (the group's own memory); _wavefrontAbs in groups of at most 64",
        Declarations::sharing);
    t.add("dcl_raw_uav", 0, "_id(n): uav#, addressed in bytes", Declarations::view);
    t.add("dcl_arena_uav", 0, "_id(n): uav#, addressed in bytes", Declarations::view);
    t.add("dcl_typeless_uav", 0, "_id(n): uav#, addressed in bytes", Declarations::view);
    t.add("dcl_output_generic", 1, "o#, a pixel's result", Declarations::output);
    t.add(
        "dcl_input_position",
        1,
        "_interp(…): vWinCoord0 or v#, the pixel's centre",
        Declarations::position);
    t.add("dcl_indexed_temp_array", 1, "x#[n], registers with run-time index", Declarations::array);
    t.add(
        "dcl_global_flags",
        1,
        8,
        "accepted without effect",
        (c, s) -> new StatementFields(c.e, s).done());
  }

  private static void twice(Statements c, Statement s, Object before, String what) {
    if (before != null) {
      throw c.e.error(s.at(), what + " is declared twice");
    }
  }

  private static void computeOnly(Statements c, Statement s) {
    if (c.pixel) {
      throw c.e.error(s.at(), "'" + s.operation().name() + "' is for il_cs, this is il_ps");
    }
  }

  private static void pixelOnly(Statements c, Statement s) {
    if (!c.pixel) {
      throw c.e.error(s.at(), "'" + s.operation().name() + "' is for il_ps, this is il_cs");
    }
  }

  private static void literal(Statements c, Statement s) {
    new StatementFields(c.e, s).done();
    int n = BoundResources.number(c.e, s.operands().get(0), "l", "l0");
    int[] bits = new int[4];
    for (int k = 0; k < 4; k++) {
      if (!(s.operands().get(k + 1) instanceof Literal l)) {
        throw c.e.error(
            s.operands().get(k + 1).at(),
            "expected a number such as 0x3F800000, 64 or 0.5f, found "
                + s.operands().get(k + 1).shown());
      }
      bits[k] = l.bits();
    }
    twice(c, s, c.resources.literals.putIfAbsent(n, bits), "l" + n);
  }

  private static void constants(Statements c, Statement s) {
    new StatementFields(c.e, s).done();
    if (!(s.operands().get(0) instanceof Register r)
        || !r.file().equals("cb")
        || r.number() < 0
        || r.index() == null
        || r.index().base() != null) {
      throw c.e.error(
          s.operands().get(0).at(),
          "expected a constant buffer with its number of elements, as in cb0[4], found "
              + s.operands().get(0).shown());
    }
    if (r.number() > 15) {
      throw c.e.error(r.at(), "constant buffers are cb0 to cb15, found " + r.name());
    }
    // dcl_cb cb[0] declares the buffer without a length.
    int low = r.loose() ? 0 : 1;
    if (r.index().offset() < low || r.index().offset() > BoundResources.MAX_CONSTANTS) {
      throw c.e.error(
          r.index().at(),
          "a constant buffer has 1 to %s elements of 16 bytes, found %s"
              .formatted(BoundResources.MAX_CONSTANTS, r.index().offset()));
    }
    twice(
        c,
        s,
        c.resources.constantBuffers.putIfAbsent(r.number(), (int) r.index().offset()),
        r.name());
    c.resources.bind(r.name(), Type.PTR, true);
  }

  private static void resource(Statements c, Statement s) {
    StatementFields f = new StatementFields(c.e, s);
    int id = f.number(127, "id");
    ProgramSyntax.Field type = f.find("type");
    if (type == null) {
      throw c.e.error("'dcl_resource' needs '_type(2d,unnorm)'");
    }
    List<String> a = type.arguments();
    int dimensions =
        switch (a.isEmpty() ? "" : a.get(0)) {
          case "1d", "buffer" -> 1;
          case "2d" -> 2;
          case "3d" -> 3;
          default ->
              throw c.e.error(
                  type.at(),
                  "textures of '"
                      + type.shown()
                      + "' are not supported; valid: 1d, 2d, 3d, buffer");
        };
    if (a.size() > 2 || a.size() == 2 && !a.get(1).equals("unnorm")) {
      throw c.e.error(
          type.at(), "expected '_type(2d)' or '_type(2d,unnorm)', found '" + type.shown() + "'");
    }
    String first = format(c, s, f, "fmtx", "float");
    boolean integer = first.endsWith("int");
    for (String component : new String[] {"fmty", "fmtz", "fmtw"}) {
      if (format(c, s, f, component, first).endsWith("int") != integer) {
        throw c.e.error(s.at(), "a texture of floats and integers is not supported");
      }
    }
    f.done();
    twice(
        c,
        s,
        c.resources.textures.putIfAbsent(
            id, new BoundResources.Texture(dimensions, a.size() == 2, integer)),
        "resource " + id);
    c.resources.bind("i" + id, Type.I64, true);
  }

  /** Returns the declared texel format of a component, or {@code absent} if none is declared. */
  private static String format(
      Statements c, Statement s, StatementFields f, String component, String absent) {
    ProgramSyntax.Field field = f.find(component);
    if (field == null) {
      return absent;
    }
    String format = String.join(",", field.arguments());
    if (!FORMATS.contains(format)) {
      throw c.e.error(
          field.at(), "unknown '" + field.shown() + "'" + Suggestions.hint(format, FORMATS));
    }
    if (List.of("srgb", "mixed", "unknown").contains(format)) {
      throw c.e.error(s.at(), "texels of format '" + format + "' are not supported");
    }
    return format;
  }

  private static void group(Statements c, Statement s) {
    new StatementFields(c.e, s).done();
    computeOnly(c, s);
    if (!c.resources.group.isEmpty()) {
      throw c.e.error(s.at(), "the size of the work-group is declared twice");
    }
    long size = 1;
    for (int d = 0; d < 3; d++) {
      int n =
          d < s.operands().size()
              ? NumberLiterals.whole(c.e.source, s.operands().get(d), "a group's size", 1, 65536)
              : 1;
      size *= n;
      c.resources.group.add(n);
    }
    if (size > 65536) {
      throw c.e.error(s.at(), "a group of " + size + " work-items; at most 65536 are executed");
    }
  }

  private static void largestGroup(Statements c, Statement s) {
    new StatementFields(c.e, s).done();
    computeOnly(c, s);
    c.resources.largestGroup =
        NumberLiterals.whole(c.e.source, s.operands().get(0), "a group's size", 1, 65536);
  }

  /** Allocates a range of work-group memory or of the global data share. */
  private static void claim(Statements c, Statement s, boolean region, int bytes, int stride) {
    StatementFields f = new StatementFields(c.e, s);
    int id = f.number(MAX_ID, "id");
    f.done();
    computeOnly(c, s);
    int offset = (region ? c.resources.regionBytes : c.resources.localBytes) + 15 & -16;
    if ((long) offset + bytes > (region ? MAX_REGION : MAX_SHARE)) {
      throw c.e.error(
          s.at(),
          region
              ? "more than 64 KiB of global data share"
              : "more than 1 MiB of work-group memory");
    }
    BoundResources.Share share = new BoundResources.Share(offset, bytes, stride);
    if (region) {
      c.resources.regionBytes = offset + bytes;
      twice(c, s, c.resources.regions.putIfAbsent(id, share), "gds " + id);
    } else {
      c.resources.localBytes = offset + bytes;
      twice(c, s, c.resources.shares.putIfAbsent(id, share), "lds " + id);
    }
  }

  private static void share(Statements c, Statement s) {
    claim(c, s, false, bytes(c, s), 0);
  }

  private static void region(Statements c, Statement s) {
    claim(c, s, true, bytes(c, s), 0);
  }

  private static int bytes(Statements c, Statement s) {
    return NumberLiterals.whole(c.e.source, s.operands().get(0), "the size in bytes", 4, MAX_SHARE);
  }

  private static void structures(Statements c, Statement s) {
    structures(c, s, false);
  }

  private static void regionStructures(Statements c, Statement s) {
    structures(c, s, true);
  }

  private static void structures(Statements c, Statement s, boolean region) {
    int stride =
        NumberLiterals.whole(c.e.source, s.operands().get(0), "the stride in bytes", 4, 4096);
    int length = NumberLiterals.whole(c.e.source, s.operands().get(1), "the length", 1, MAX_SHARE);
    if (stride % 4 != 0) {
      throw c.e.error(s.operands().get(0).at(), "the stride is a multiple of 4, found " + stride);
    }
    claim(c, s, region, (int) Math.min((long) stride * length, Integer.MAX_VALUE / 2), stride);
  }

  private static void owned(Statements c, Statement s) {
    new StatementFields(c.e, s).done();
    computeOnly(c, s);
    if (c.resources.ownedBytes > 0) {
      throw c.e.error(s.at(), "dcl_lds_size_per_thread occurs twice");
    }
    int dwords = NumberLiterals.whole(c.e.source, s.operands().get(0), "dwords a work-item", 4, 64);
    if (dwords % 4 != 0) {
      throw c.e.error(
          s.operands().get(0).at(), "dwords a work-item are a multiple of 4, found " + dwords);
    }
    c.resources.ownedBytes = 4 * dwords;
  }

  private static void sharing(Statements c, Statement s) {
    new StatementFields(c.e, s).done();
    computeOnly(c, s);
    Operand o = s.operands().get(0);
    List<String> valid = List.of("_wavefrontRel", "_wavefrontAbs");
    if (!(o instanceof Name name) || !valid.contains(name.text())) {
      throw c.e.error(
          o.at(), "unknown sharing mode " + o.shown() + Suggestions.hint(o.at().text(), valid));
    }
    c.resources.absoluteSharing = name.text().endsWith("Abs") ? s : null;
  }

  private static void view(Statements c, Statement s) {
    StatementFields f = new StatementFields(c.e, s);
    int id = f.number(MAX_ID, "id");
    f.ignore("stride", "length", "access");
    f.done();
    twice(c, s, c.resources.views.putIfAbsent(id, true), "uav " + id);
    c.resources.bind("uav" + id, Type.PTR, false);
  }

  private static void output(Statements c, Statement s) {
    new StatementFields(c.e, s).done();
    pixelOnly(c, s);
    int n = BoundResources.number(c.e, s.operands().get(0), "o", "o0");
    if (n > 7) {
      throw c.e.error(s.operands().get(0).at(), "outputs are o0 to o7, found o" + n);
    }
    twice(c, s, c.resources.outputs.get(n) ? s : null, "o" + n);
    c.resources.outputs.set(n);
    c.resources.bind("o" + n, Type.PTR, false);
  }

  private static void position(Statements c, Statement s) {
    StatementFields f = new StatementFields(c.e, s);
    f.choice(
        "interp",
        "linear_noperspective",
        "linear",
        "constant",
        "linear_centroid",
        "linear_noperspective_centroid",
        "linear_sample",
        "linear_noperspective_sample",
        "notused");
    f.done();
    pixelOnly(c, s);
    if (!(s.operands().get(0) instanceof Register r)
        || !r.file().equalsIgnoreCase("vWinCoord") && !r.file().equals("v")) {
      throw c.e.error(
          s.operands().get(0).at(),
          "expected vWinCoord0 or v0, found " + s.operands().get(0).shown());
    }
    boolean[] written = new boolean[4];
    Destinations.mask(c.e, r, written, new int[4]);
    c.resources.positions.add(r.file().toLowerCase(Locale.ROOT) + Math.max(0, r.number()));
  }

  private static void array(Statements c, Statement s) {
    new StatementFields(c.e, s).done();
    if (!(s.operands().get(0) instanceof Register r)
        || !r.file().equals("x")
        || r.number() < 0
        || r.index() == null
        || r.index().base() != null
        || r.index().offset() < 1
        || r.index().offset() > BoundResources.MAX_CONSTANTS) {
      throw c.e.error(
          s.operands().get(0).at(),
          "expected an array of 1 to " + BoundResources.MAX_CONSTANTS + " registers, as in x0[8]");
    }
    BoundResources.Array array =
        new BoundResources.Array(c.resources.privateBytes, (int) r.index().offset());
    twice(c, s, c.resources.arrays.putIfAbsent(r.number(), array), r.name());
    c.resources.privateBytes += 16 * array.length();
    if (c.resources.privateBytes > MAX_SHARE) {
      throw c.e.error(s.at(), "more than 1 MiB of indexed registers");
    }
  }
}
