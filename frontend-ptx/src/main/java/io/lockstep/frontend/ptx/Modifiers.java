package io.lockstep.frontend.ptx;

import io.lockstep.trace.InputException;
import io.lockstep.trace.ir.Rounding;
import io.lockstep.trace.yaml.Suggestions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The fields of a dotted opcode. A decoder takes those it knows, in any order; what is left at the
 * end is unknown, and what was asked for makes the suggestion. Used by one thread.
 */
final class Modifiers {
  private static final List<String> UNSUPPORTED_TYPES =
      List.of(
          "bf16", "bf16x2", "tf32", "e4m3", "e5m2", "e4m3x2", "e5m2x2", "e2m1x2", "e2m3x2",
          "e3m2x2", "ue8m0x2", "b128", "u16x2", "s16x2", "f32x2", "s32x2", "b1", "b4x16", "u4",
          "s4");
  private static final Map<String, Rounding> ROUNDINGS =
      Map.of(
          "rn", Rounding.NEAREST_EVEN,
          "rz", Rounding.ZERO,
          "rm", Rounding.DOWN,
          "rp", Rounding.UP,
          "rna", Rounding.NEAREST_AWAY);

  private final SourceText source;
  private final Syntax.Instruction instruction;
  private final List<Token> left;
  private final List<String> asked = new ArrayList<>();
  private int types;
  private boolean typeAsked;

  Modifiers(SourceText source, Syntax.Instruction instruction) {
    this.source = source;
    this.instruction = instruction;
    this.left = new ArrayList<>(instruction.modifiers());
  }

  /** Takes a modifier if it is there. */
  boolean take(String name) {
    asked.add(name);
    for (int i = 0; i < left.size(); i++) {
      if (left.get(i).name().equals(name)) {
        left.remove(i);
        return true;
      }
    }
    return false;
  }

  /** Takes the first of several that is there; null if none is. */
  String takeAny(String... names) {
    String found = null;
    for (String name : names) {
      if (found == null && take(name)) {
        found = name;
      }
      asked.add(name);
    }
    return found;
  }

  /** Takes one of several, which must be there. */
  String takeOne(String... names) {
    String found = takeAny(names);
    if (found == null) {
      throw error("'" + instruction.spelling() + "' needs one of ." + String.join(", .", names));
    }
    return found;
  }

  /** Drops modifiers that change nothing here (cache hints and the like). */
  void ignore(String... names) {
    for (String name : names) {
      take(name);
    }
  }

  /** Drops the cache hints that carry colons. */
  void ignoreHints() {
    left.removeIf(
        t ->
            t.name().startsWith("L1::")
                || t.name().startsWith("L2::") && !t.name().equals("L2::cache_hint"));
  }

  /** A rounding mode, or NONE. */
  Rounding rounding() {
    for (String name : List.of("rn", "rz", "rm", "rp", "rna")) {
      if (take(name)) {
        return ROUNDINGS.get(name);
      }
    }
    return Rounding.NONE;
  }

  /** The next type, which must be there. */
  PtxType type() {
    PtxType t = typeOrNull();
    if (t == null) {
      if (!left.isEmpty()) {
        done();
      }
      throw error(
          "'"
              + instruction.spelling()
              + "' needs "
              + (types == 0 ? "a type" : "another type")
              + ", for example .u32");
    }
    return t;
  }

  /** The next type, or null. */
  PtxType typeOrNull() {
    typeAsked = true;
    for (int i = 0; i < left.size(); i++) {
      String name = left.get(i).name();
      if (UNSUPPORTED_TYPES.contains(name)) {
        throw source.error(left.get(i), "type '." + name + "' is not supported");
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

  /** Refuses what nobody took. */
  void done() {
    if (!left.isEmpty()) {
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
              + Suggestions.nearest(t.text(), valid)
                  .map(n -> "; did you mean '" + n + "'?")
                  .orElse(""));
    }
  }

  private InputException error(String what) {
    return source.error(instruction.opcode(), what);
  }
}
