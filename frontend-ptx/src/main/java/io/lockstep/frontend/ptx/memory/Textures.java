// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.memory;

import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.emit.Symbol;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.frontend.ptx.syntax.Syntax.Argument;
import io.lockstep.frontend.ptx.syntax.Syntax.Memory;
import io.lockstep.frontend.ptx.syntax.Syntax.Name;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

public final class Textures {
  public static final Map<String, Texels.Geometry> GEOMETRIES =
      Map.of(
          "1d", Texels.Geometry.LINE,
          "2d", Texels.Geometry.PLANE,
          "3d", Texels.Geometry.VOLUME,
          "a1d", Texels.Geometry.LAYERED_LINE,
          "a2d", Texels.Geometry.LAYERED_PLANE);

  private Textures() {}

  public static Decoder of(String base) {
    return switch (base) {
      case "tex" -> Textures::fetch;
      case "suld", "sust" -> Textures::surface;
      default -> null;
    };
  }

  private static int components(String geometry) {
    return GEOMETRIES.get(geometry).coordinates();
  }

  private static void fetch(String base, Modifiers m, PtxWriter e) {
    m.take("base"); // the texture has one mipmap level
    boolean grad = m.take("grad");
    boolean level = !grad && m.take("level");
    String geometry = geometry(m, e);
    boolean four = m.take("v4");
    PtxType d = m.type();
    PtxType c = m.type();
    m.done();
    e.expect(grad ? 4 : level ? 3 : 2);
    List<Integer> destinations = new ArrayList<>();
    for (Argument a : elements(e.argument(0), four ? 4 : 1, e)) {
      destinations.add(e.destination(a, d, false));
    }
    Memory memory = memory(e.argument(1), e);
    List<Operand> sources = new ArrayList<>();
    sources.add(handle(memory, e));
    List<Argument> coordinates = coordinates(memory);
    int n = components(geometry);
    // Three coordinates are padded to four in PTX.
    if (coordinates.size() != n && !(n == 3 && coordinates.size() == 4)) {
      throw e.error(
          memory,
          "expected " + n + " coordinates for '." + geometry + "', found " + coordinates.size());
    }
    for (int i = 0; i < n; i++) {
      boolean layer = i == 0 && geometry.startsWith("a");
      sources.add(e.operand(coordinates.get(i), layer ? PtxType.U32 : c, false));
    }
    if (level) {
      sources.add(e.operand(2, c));
    }
    if (grad) {
      gradients(e, geometry, c);
    }
    e.emit(
        InstructionBuilder.of(Op.TEXTURE, d.type())
            .sourceType(c.type())
            .signed(d.signed())
            .sourceSigned(c.signed())
            .variant(
                new Texels.Fetch(
                    GEOMETRIES.get(geometry), Texels.Coordinates.AS_BOUND, level, false))
            .from(sources)
            .to(destinations)
            .vectorGroup(four ? e.vectorGroup() : -1)
            .memory(
                new MemoryAccess(
                    Space.TEXTURE,
                    d.type(),
                    four ? 4 : 1,
                    -1,
                    0,
                    MemoryAccess.Qualifiers.CONSTANT)));
  }

  private static List<Argument> coordinates(Memory memory) {
    return memory.extra() instanceof Syntax.Vector v
        ? v.elements()
        : memory.extra() == null ? List.of() : List.of(memory.extra());
  }

  /** Checks the number of derivatives, which have no effect: textures have one mipmap level. */
  private static void gradients(PtxWriter e, String geometry, PtxType c) {
    int n = components(geometry) - (geometry.startsWith("a") ? 1 : 0);
    for (int k = 2; k < 4; k++) {
      List<Argument> parts =
          e.argument(k) instanceof Syntax.Vector v ? v.elements() : List.of(e.argument(k));
      if (parts.size() != n && !(n == 3 && parts.size() == 4)) {
        throw e.error(
            e.argument(k),
            "expected " + n + " derivatives for '." + geometry + "', found " + parts.size());
      }
      for (Argument part : parts.subList(0, n)) {
        e.operand(part, c, false);
      }
    }
  }

  private static String geometry(Modifiers m, PtxWriter e) {
    if (m.takeAny("cube", "acube", "2dms", "a2dms") != null) {
      throw e.unsupported("cube maps and multi-sampled textures");
    }
    return m.takeOne("1d", "2d", "3d", "a1d", "a2d");
  }

  private static void surface(String base, Modifiers m, PtxWriter e) {
    boolean store = base.equals("sust");
    if (m.take("p")) {
      throw e.unsupported("formatted surface stores");
    }
    m.take("b");
    String geometry = geometry(m, e);
    m.ignore("ca", "cg", "cs", "cv", "wb", "wt");
    int width = m.take("v4") ? 4 : m.take("v2") ? 2 : 1;
    PtxType t = m.type();
    String clamp = m.takeOne("trap", "clamp", "zero");
    m.done();
    e.expect(2);
    Memory memory = memory(e.argument(store ? 0 : 1), e);
    List<Operand> sources = new ArrayList<>();
    sources.add(handle(memory, e));
    List<Argument> coordinates = coordinates(memory);
    int n = components(geometry);
    if (coordinates.size() < n) {
      throw e.error(memory, "expected " + n + " coordinates for '." + geometry + "'");
    }
    for (int i = 0; i < n; i++) {
      sources.add(e.operand(coordinates.get(i), PtxType.B32, false));
    }
    InstructionBuilder b =
        InstructionBuilder.of(store ? Op.SURFACE_STORE : Op.SURFACE_LOAD, t.type())
            .variant(
                Texels.Surface.bytes(
                    GEOMETRIES.get(geometry),
                    Texels.Outside.valueOf(clamp.toUpperCase(Locale.ROOT))))
            .vectorGroup(width > 1 ? e.vectorGroup() : -1)
            .memory(new MemoryAccess(Space.TEXTURE, t.type(), width, -1, 0));
    List<Argument> data = elements(e.argument(store ? 1 : 0), width, e);
    if (store) {
      for (Argument a : data) {
        sources.add(e.operand(a, t, true));
      }
    } else {
      b.to(data.stream().map(a -> e.destination(a, t, true)).toList());
    }
    e.emit(b.from(sources));
  }

  private static List<Argument> elements(Argument a, int n, PtxWriter e) {
    List<Argument> all = a instanceof Syntax.Vector v ? v.elements() : List.of(a);
    if (all.size() != n) {
      throw e.error(a, "expected " + n + " registers, found " + all.size());
    }
    return all;
  }

  private static Memory memory(Argument a, PtxWriter e) {
    if (a instanceof Memory memory) {
      return memory;
    }
    throw e.error(a, "expected [handle, coordinates], found " + PtxWriter.shown(a));
  }

  /** Returns a texture handle: a register, or the address of a module-scope texture reference. */
  private static Operand handle(Memory memory, PtxWriter e) {
    if (!(memory.base() instanceof Name name)) {
      throw e.error(memory, "expected a texture or surface");
    }
    int register = e.register(name);
    if (register >= 0) {
      if (e.builder.typeOf(register) == Type.I1) {
        throw e.error(name, "'" + name.text() + "' is a predicate, no texture handle");
      }
      return Operand.register(register);
    }
    if (e.names.symbol(name.text()) instanceof Symbol.Placed placed) {
      return PtxWriter.symbolAddress(placed, 0);
    }
    throw e.error(name, "unknown texture or surface '" + name.text() + "'");
  }
}
