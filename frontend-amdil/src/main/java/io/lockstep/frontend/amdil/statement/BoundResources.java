// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.statement;

import io.lockstep.frontend.amdil.statement.ProgramSyntax.Register;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The resources that a kernel declares; each bound resource becomes a parameter of its name. */
public final class BoundResources {
  /** Maximum elements of a constant buffer (hardware limit), also applied to register arrays. */
  public static final int MAX_CONSTANTS = 4096;

  /** A declared byte range of work-group or region memory; stride 0 means unstructured. */
  public record Share(int offset, int bytes, int stride) {}

  public record Texture(int dimensions, boolean unnormalised, boolean integer) {}

  /** A register array: byte offset in private memory, and length in 16-byte registers. */
  public record Array(int offset, int length) {}

  /** Registers of a constant's components, loaded once at the kernel's start; -1 if unused. */
  private final class Constants {
    final int[] registers = {-1, -1, -1, -1};
    final ProgramSyntax.Statement first = e.statement();
  }

  public final Map<Integer, int[]> literals = new TreeMap<>();
  public final Map<Integer, Integer> constantBuffers = new TreeMap<>();
  public final Map<Integer, Texture> textures = new TreeMap<>();
  public final Map<Integer, Share> shares = new TreeMap<>();

  public final Map<Integer, Share> regions = new TreeMap<>();

  public final Map<Integer, Array> arrays = new TreeMap<>();
  public final Map<Integer, Boolean> views = new TreeMap<>();
  public final BitSet outputs = new BitSet();
  public final List<Integer> group = new ArrayList<>();

  /** Declared names of the pixel position. */
  public final List<String> positions = new ArrayList<>();

  /** Bytes of work-group memory that each work-item owns (R700), or 0. */
  public int ownedBytes;

  /** The declaration of _wavefrontAbs, or null. */
  public ProgramSyntax.Statement absoluteSharing;

  /** Maximum work-items of a group, from dcl_max_thread_per_group, or 0. */
  public int largestGroup;

  public int localBytes;
  public int regionBytes;
  public int privateBytes;
  private int ownedOffset;

  private final IlWriter e;
  private final Map<String, Integer> offsets = new TreeMap<>();
  private final List<Parameter> parameters = new ArrayList<>();
  private final Map<Long, Constants> constants = new TreeMap<>();

  BoundResources(IlWriter e) {
    this.e = e;
  }

  public void claimOwned(int items) {
    ownedOffset = localBytes + 15 & -16;
    localBytes = ownedOffset + items * ownedBytes;
  }

  public int ownedOffset() {
    return ownedOffset;
  }

  public List<Parameter> parameters() {
    return parameters;
  }

  public void bind(String name, Type type, boolean readOnly) {
    if (offsets.containsKey(name)) {
      return;
    }
    int offset = 8 * parameters.size();
    offsets.put(name, offset);
    parameters.add(new Parameter(name, type, offset, 8, readOnly, readOnly));
  }

  /** Returns the address of a bound buffer, or the handle of a texture. */
  public Operand bound(String name, Type type) {
    return e.once(
        name,
        InstructionBuilder.of(Op.LOAD, type)
            .from(Operand.immediate(offsets.get(name)))
            .memory(IlWriter.access(Space.PARAMETER, type, 1, 0)));
  }

  /** Returns a component of a constant-buffer element at a constant index. */
  Operand constant(int buffer, int element, int component) {
    bound("cb" + buffer, Type.PTR);
    Constants c = constants.computeIfAbsent((long) buffer << 32 | element, k -> new Constants());
    if (c.registers[component] < 0) {
      c.registers[component] =
          e.builder.register(
              Type.I32, "cb" + buffer + "[" + element + "]." + "xyzw".charAt(component));
    }
    return Operand.register(c.registers[component]);
  }

  public void loadConstants() {
    constants.forEach(
        (key, c) -> {
          int buffer = (int) (key >>> 32);
          long offset = 16 * (key & 0xFFFFFFFFL);
          List<Integer> to = new ArrayList<>();
          int first = -1;
          int count = 0;
          for (int k = 0; k < 4; k++) {
            to.add(c.registers[k]);
            if (c.registers[k] >= 0) {
              count++;
              first = first < 0 ? k : first;
            }
          }
          boolean single = count == 1;
          e.prologue.add(
              InstructionBuilder.of(Op.LOAD, Type.I32)
                  .from(bound("cb" + buffer, Type.PTR))
                  .to(single ? List.of(c.registers[first]) : to)
                  .memory(
                      IlWriter.access(
                          Space.CONSTANT,
                          Type.I32,
                          single ? 1 : 4,
                          single ? offset + 4L * first : offset))
                  .line(c.first.at().line())
                  .column(c.first.at().column())
                  .text(c.first.text())
                  .build());
        });
  }

  /** Returns the number of a register named in a declaration. */
  public static int number(IlWriter e, ProgramSyntax.Operand o, String file, String example) {
    if (o instanceof Register r && r.file().equals(file) && r.number() >= 0) {
      return r.number();
    }
    throw e.error(o.at(), "expected a register such as " + example + ", found " + o.shown());
  }
}
