package io.lockstep.frontend.ptx;

import io.lockstep.io.Suggestions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** All instructions by the first field of their opcode. Stateless. */
final class Instructions {
  private static final Map<String, Decoder> TABLE = new HashMap<>();

  /** Control instructions, which the lowering of a kernel decodes itself. */
  static final Set<String> CONTROL = Set.of("bra", "brx", "call", "ret", "exit", "trap");

  /** Those that a guard turns into a block of their own. */
  private static final Set<String> OWN_BLOCK =
      Set.of(
          "ld",
          "ldu",
          "st",
          "atom",
          "red",
          "tex",
          "suld",
          "sust",
          "membar",
          "fence",
          "bar",
          "barrier",
          "shfl",
          "vote",
          "match",
          "redux",
          "activemask",
          "elect",
          "call",
          "ret",
          "exit",
          "trap");

  static {
    Arithmetic.register(TABLE);
    Moves.register(TABLE);
    MemoryAccesses.register(TABLE);
    Atomics.register(TABLE);
    Hints.register(TABLE);
    Lanes.register(TABLE);
    Textures.register(TABLE);
  }

  private Instructions() {}

  /** Names of all that are decoded. */
  static Set<String> names() {
    Set<String> all = new HashSet<>(TABLE.keySet());
    all.addAll(CONTROL);
    return all;
  }

  static boolean needsOwnBlock(String base) {
    return OWN_BLOCK.contains(base);
  }

  /** Decodes the emitter's statement. */
  static void decode(Syntax.Instruction i, Emitter e) {
    String base = i.opcode().text();
    Decoder decoder = TABLE.get(base);
    if (decoder != null) {
      decoder.decode(base, new Modifiers(e.source, i), e);
      InstructionSet.check(i, e.source);
      return;
    }
    String reason = InstructionSet.refusal(base);
    if (reason != null) {
      throw e.unsupported(reason);
    }
    throw e.error(
        "unknown instruction '"
            + i.spelling()
            + "'"
            + Suggestions.nearest(base, names())
                .map(n -> "; did you mean '" + n + "'?")
                .orElse(""));
  }
}
