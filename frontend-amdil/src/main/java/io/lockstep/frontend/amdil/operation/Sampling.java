// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.operation;

import io.lockstep.frontend.amdil.statement.BoundResources;
import io.lockstep.frontend.amdil.statement.Destinations.Target;
import io.lockstep.frontend.amdil.statement.Kind;
import io.lockstep.frontend.amdil.statement.NumberLiterals;
import io.lockstep.frontend.amdil.statement.ProgramSyntax;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Field;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Statement;
import io.lockstep.frontend.amdil.statement.StatementFields;
import io.lockstep.frontend.amdil.statement.Statements;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;

final class Sampling {
  private Sampling() {}

  static void register(OperationSet t) {
    t.family("Textures");
    t.add(
        "sample",
        2,
        "_resource(n)_sampler(m)[_aoffimmi(x,y,z)][_coordmode(…)]: texel at float coordinates;"
            + " filter and address mode are the binding's",
        (c, s) -> fetch(c, s, false));
    String one = "as sample: a texture has one level, so ";
    String fields = "_resource(n)_sampler(m)…: ";
    t.add(
        "sample_l",
        3,
        fields + one + "the level b.x does not matter",
        (c, s) -> fetch(c, s, false));
    t.add(
        "sample_b", 3, fields + one + "the bias b.x does not matter", (c, s) -> fetch(c, s, false));
    t.add(
        "sample_g",
        4,
        fields + one + "the gradients b and c do not matter",
        (c, s) -> fetch(c, s, false));
    t.add(
        "load",
        2,
        "_resource(n)[_aoffimmi(x,y,z)]: texel of whole numbers",
        (c, s) -> fetch(c, s, true));
  }

  private static void fetch(Statements c, Statement s, boolean integer) {
    StatementFields f = new StatementFields(c.e, s);
    int id = f.number(127, "resource");
    Field sampler = f.find("sampler");
    if (sampler != null) {
      NumberLiterals.whole(c.e.source, sampler, 0, 15);
    } else if (!integer) {
      throw c.e.error("'" + s.operation().name() + "' needs '_sampler(n)'");
    }
    Field offsets = f.find("aoffimmi");
    String mode = f.choice("coordmode", "unknown", "unnormalized", "normalized");
    f.ignore("prec");
    f.done();
    BoundResources.Texture texture = c.resources.textures.get(id);
    if (texture == null) {
      throw c.e.error(
          s.at(),
          ("resource %s is not declared; dcl_resource_id(%s)_type(2d,unnorm)_fmtx(float)…"
                  + " declares it")
              .formatted(id, id));
    }
    boolean unnormalised =
        mode.equals("unknown") ? texture.unnormalised() : mode.equals("unnormalized");
    Target t = c.targets.target(s.operands().get(0));
    int n = texture.dimensions();
    boolean[] need = {true, n > 1, n > 2, false};
    Operand[] at = c.sources.read(s.operands().get(1), integer ? Kind.INTEGER : Kind.FLOAT, need);
    for (ProgramSyntax.Operand unused : s.operands().subList(2, s.operands().size())) {
      c.sources.read(unused, Kind.FLOAT, true, false, false, false);
    }
    List<Operand> from = new ArrayList<>();
    from.add(c.resources.bound("i" + id, Type.I64));
    for (int d = 0; d < n; d++) {
      from.add(at[d]);
    }
    boolean direct = t.isRegister();
    List<Integer> to = new ArrayList<>();
    int[] results = new int[4];
    for (int k = 0; k < 4; k++) {
      results[k] = t.written()[k] ? c.targets.place(t, k, direct) : -1;
      to.add(results[k]);
    }
    Type type = texture.integer() ? Type.I32 : Type.F32;
    c.e.vector();
    c.e.emit(
        InstructionBuilder.of(Op.TEXTURE, type)
            .sourceType(integer ? Type.I32 : Type.F32)
            .signed(texture.integer())
            .sourceSigned(integer)
            .variant(
                new Texels.Fetch(
                    Texels.Geometry.of(n),
                    integer
                        ? Texels.Coordinates.AS_BOUND
                        : unnormalised
                            ? Texels.Coordinates.UNNORMALIZED
                            : Texels.Coordinates.NORMALIZED,
                    false,
                    false))
            .from(from)
            .to(to)
            .memory(
                new MemoryAccess(
                    Space.TEXTURE,
                    type,
                    4,
                    -1,
                    offset(c, offsets),
                    MemoryAccess.Qualifiers.CONSTANT)));
    c.targets.finish(t, results, direct);
    c.e.scalar();
  }

  /** Returns the texel offsets in half texels, packed into one signed byte per dimension. */
  private static long offset(Statements c, Field f) {
    if (f == null) {
      return 0;
    }
    if (f.arguments().isEmpty() || f.arguments().size() > 3) {
      throw c.e.error(f.at(), "expected '_aoffimmi(x,y,z)', found '" + f.shown() + "'");
    }
    long packed = 0;
    for (int d = 0; d < f.arguments().size(); d++) {
      String text = f.arguments().get(d).strip();
      double halves =
          text.matches("[+-]?\\d{1,3}(\\.\\d{0,3})?f?")
              ? 2 * Double.parseDouble(text.replace("f", ""))
              : Double.NaN;
      // The hardware's field has five bits in units of half texels: −8.0 to 7.5.
      if (halves != Math.rint(halves) || halves < -16 || halves > 15) {
        throw c.e.error(
            f.at(), "offsets are halves of texels from -8.0 to 7.5, found '" + f.shown() + "'");
      }
      packed |= ((long) halves & 255) << 8 * d;
    }
    return packed;
  }
}
