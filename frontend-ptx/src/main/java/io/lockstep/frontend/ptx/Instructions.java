package io.lockstep.frontend.ptx;

import io.lockstep.trace.yaml.Suggestions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** All instructions by the first field of their opcode. Stateless. */
final class Instructions {
  private static final Map<String, Decoder> TABLE = new HashMap<>();

  /** Control instructions, which the lowering of a kernel decodes itself. */
  static final Set<String> CONTROL = Set.of("bra", "brx", "call", "ret", "exit", "trap");

  /** Instructions that exist and are refused, with the reason. */
  private static final Map<String, String> REFUSED = new HashMap<>();

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
    Lanes.register(TABLE);
    Textures.register(TABLE);
    for (String matrix : Set.of("mma", "wmma", "wgmma", "ldmatrix", "stmatrix", "movmatrix")) {
      REFUSED.put(matrix, "matrix instructions");
    }
    for (String async : Set.of("cp", "mbarrier", "applypriority", "discard", "createpolicy")) {
      REFUSED.put(async, "asynchronous copies and cache policies");
    }
    for (String video :
        Set.of(
            "vadd",
            "vsub",
            "vabsdiff",
            "vmin",
            "vmax",
            "vshl",
            "vshr",
            "vmad",
            "vset",
            "vadd2",
            "vadd4",
            "vsub2",
            "vsub4",
            "vavrg2",
            "vavrg4",
            "vabsdiff2",
            "vset2",
            "vset4",
            "vmin2",
            "vmin4",
            "vmax2",
            "vmax4")) {
      REFUSED.put(video, "video instructions");
    }
    for (String texture : Set.of("tld4", "txq", "suq", "istypep", "sured")) {
      REFUSED.put(texture, "this texture or surface query");
    }
    for (String cluster : Set.of("mapa", "getctarank", "multimem", "griddepcontrol", "tcgen05")) {
      REFUSED.put(cluster, "clusters and their memory");
    }
    for (String other :
        Set.of(
            "alloca",
            "stacksave",
            "stackrestore",
            "nanosleep",
            "pmevent",
            "brkpt",
            "setmaxnreg",
            "fns",
            "tensormap")) {
      REFUSED.put(other, "outside the subset that is modelled");
    }
  }

  private Instructions() {}

  static boolean needsOwnBlock(String base) {
    return OWN_BLOCK.contains(base);
  }

  /** Decodes the emitter's statement. */
  static void decode(Syntax.Instruction i, Emitter e) {
    String base = i.opcode().text();
    Decoder decoder = TABLE.get(base);
    if (decoder != null) {
      decoder.decode(base, new Modifiers(e.source, i), e);
      return;
    }
    String reason = REFUSED.get(base);
    if (reason != null) {
      throw e.unsupported(reason);
    }
    Set<String> known = new HashSet<>(TABLE.keySet());
    known.addAll(CONTROL);
    throw e.error(
        "unknown instruction '"
            + i.spelling()
            + "'"
            + Suggestions.nearest(base, known).map(n -> "; did you mean '" + n + "'?").orElse(""));
  }
}
