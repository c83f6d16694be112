// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.syntax;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.type.Rounding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The fields of a dotted opcode. A decoder takes the fields that it supports, in any order. Fields
 * that remain are unknown; the names that the decoder asked for serve as suggestions.
 */
public final class Modifiers {
  /** Why instructions for the memory of other blocks are refused. */
  public static final String CLUSTERS = "thread-block clusters and their memory";

  private static final String SMALL = "a format of sm_100's matrix instructions";

  /** Valid PTX types that are refused, with the reason. */
  public static final Map<String, String> REFUSED_TYPES =
      Map.ofEntries(
          Map.entry("tf32", "only cvt and matrix instructions have it"),
          Map.entry("e4m3", "only cvt and matrix instructions have it"),
          Map.entry("e5m2", "only cvt and matrix instructions have it"),
          Map.entry("e4m3x2", "only cvt and matrix instructions have it"),
          Map.entry("e5m2x2", "only cvt and matrix instructions have it"),
          Map.entry("e2m1x2", "only cvt and matrix instructions have it"),
          Map.entry("e2m3x2", "only cvt and matrix instructions have it"),
          Map.entry("e3m2x2", "only cvt and matrix instructions have it"),
          Map.entry("ue8m0x2", "only cvt and matrix instructions have it"),
          Map.entry("b4x16", SMALL),
          Map.entry("b6x16_p32", "only ldmatrix has it"),
          Map.entry("b4x16_p64", "only ldmatrix has it"),
          Map.entry("b128", "registers of 128 bits"),
          Map.entry("f32x2", "pairs of F32 (sm_100)"),
          Map.entry("s32x2", "pairs of 32-bit integers (sm_100)"),
          Map.entry("u4", "matrix instructions have it"),
          Map.entry("s4", "matrix instructions have it"),
          Map.entry("b1", "matrix instructions have it"));

  private static final Map<String, Rounding> ROUNDINGS =
      Map.of(
          "rn", Rounding.NEAREST_EVEN,
          "rz", Rounding.ZERO,
          "rm", Rounding.DOWN,
          "rp", Rounding.UP);

  private final PtxText source;
  private final Syntax.Instruction instruction;
  private final List<Token> left;
  private final List<String> asked = new ArrayList<>();
  private int types;
  private boolean typeAsked;

  public Modifiers(PtxText source, Syntax.Instruction instruction) {
    this.source = source;
    this.instruction = instruction;
    this.left = new ArrayList<>(instruction.modifiers());
  }

  public boolean take(String name) {
    asked.add(name);
    for (int i = 0; i < left.size(); i++) {
      if (left.get(i).name().equals(name)) {
        left.remove(i);
        return true;
      }
    }
    return false;
  }

  /** Takes the first of several modifiers that is present; returns null if none is. */
  public String takeAny(String... names) {
    String found = null;
    for (String name : names) {
      if (found == null && take(name)) {
        found = name;
      }
      asked.add(name);
    }
    return found;
  }

  /** Takes one of several modifiers; fails if none is present. */
  public String takeOne(String... names) {
    String found = takeAny(names);
    if (found == null) {
      refuseClusters();
      throw error("'" + instruction.spelling() + "' needs one of ." + String.join(", .", names));
    }
    return found;
  }

  /** Takes the first of the modifiers left whose name is one of several; null if there is none. */
  public String takeFirst(Collection<String> names) {
    asked.addAll(names);
    for (int i = 0; i < left.size(); i++) {
      if (names.contains(left.get(i).name())) {
        return left.remove(i).name();
      }
    }
    return null;
  }

  /** Drops modifiers without effect, such as cache hints. */
  public void ignore(String... names) {
    for (String name : names) {
      take(name);
    }
  }

  /** Drops cache hints that contain colons; returns whether one of them takes a policy register. */
  public boolean hints() {
    boolean policy = take("L2::cache_hint");
    left.removeIf(t -> t.name().startsWith("L1::") || t.name().startsWith("L2::"));
    return policy;
  }

  public Rounding rounding() {
    String name = takeAny("rn", "rz", "rm", "rp");
    return name == null ? Rounding.NONE : ROUNDINGS.get(name);
  }

  public PtxType type() {
    PtxType t = typeOrNull();
    if (t == null) {
      if (!left.isEmpty()) {
        done();
      }
      throw error(
          "'%s' needs %s, for example .u32"
              .formatted(instruction.spelling(), types == 0 ? "a type" : "another type"));
    }
    return t;
  }

  public PtxType typeOrNull() {
    typeAsked = true;
    for (int i = 0; i < left.size(); i++) {
      String name = left.get(i).name();
      String refused = REFUSED_TYPES.get(name);
      if (refused != null) {
        throw source.error(left.get(i), "type '." + name + "' is not supported: " + refused);
      }
      PtxType t = PtxType.named(name);
      if (t != null) {
        left.remove(i);
        types++;
        return t;
      }
    }
    return null;
  }

  /** Refuses an instruction with a modifier left for memory of other blocks. */
  private void refuseClusters() {
    if (left.stream().anyMatch(t -> t.name().endsWith("::cluster"))) {
      throw error("'" + instruction.spelling() + "' is not supported: " + CLUSTERS);
    }
  }

  public void done() {
    if (!left.isEmpty()) {
      refuseClusters();
      Token t = left.get(0);
      List<String> valid = new ArrayList<>(asked.stream().map(n -> "." + n).toList());
      if (typeAsked) {
        valid.addAll(DeclarationParser.typeNames());
      }
      throw source.error(
          t,
          "unknown modifier '"
              + t.text()
              + "' of '"
              + instruction.opcode().text()
              + "'"
              + Suggestions.nearHint(t.text(), valid));
    }
  }

  private InputException error(String what) {
    return source.error(instruction.opcode(), what);
  }
}
