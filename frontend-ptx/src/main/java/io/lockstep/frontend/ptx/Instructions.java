// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import io.lockstep.frontend.ptx.arithmetic.Arithmetic;
import io.lockstep.frontend.ptx.arithmetic.BitRuns;
import io.lockstep.frontend.ptx.arithmetic.BitSearch;
import io.lockstep.frontend.ptx.arithmetic.Bytes;
import io.lockstep.frontend.ptx.arithmetic.Carry;
import io.lockstep.frontend.ptx.arithmetic.Clamps;
import io.lockstep.frontend.ptx.arithmetic.Conversions;
import io.lockstep.frontend.ptx.arithmetic.Moves;
import io.lockstep.frontend.ptx.arithmetic.Products;
import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.matrix.Matrices;
import io.lockstep.frontend.ptx.matrix.MatrixMoves;
import io.lockstep.frontend.ptx.matrix.WarpMatrices;
import io.lockstep.frontend.ptx.matrix.Wmma;
import io.lockstep.frontend.ptx.memory.Atomics;
import io.lockstep.frontend.ptx.memory.BulkCopies;
import io.lockstep.frontend.ptx.memory.Fences;
import io.lockstep.frontend.ptx.memory.Hints;
import io.lockstep.frontend.ptx.memory.MemoryAccesses;
import io.lockstep.frontend.ptx.memory.Regions;
import io.lockstep.frontend.ptx.memory.SharedBarriers;
import io.lockstep.frontend.ptx.memory.Textures;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxText;
import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.frontend.ptx.table.InstructionEntry;
import io.lockstep.frontend.ptx.table.InstructionSet;
import io.lockstep.io.Suggestions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

final class Instructions {
  /** Control instructions, which {@link EntryLowering} decodes. */
  static final Set<String> CONTROL = Set.of("bra", "brx", "call", "ret", "exit", "trap");

  /** Instructions that need a separate block when they are guarded. */
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
          "mfma",
          "mma",
          "ldmatrix",
          "stmatrix",
          "movmatrix",
          "cp",
          "mbarrier",
          "smfmac",
          "region",
          "call",
          "ret",
          "exit",
          "trap");

  private Instructions() {}

  static Set<String> names() {
    Set<String> all = new HashSet<>(CONTROL);
    InstructionSet.entries().stream()
        .filter(e -> !e.isRefused())
        .map(InstructionEntry::name)
        .forEach(all::add);
    return all;
  }

  static boolean needsOwnBlock(String base) {
    return OWN_BLOCK.contains(base);
  }

  /**
   * Returns the decoder for an opcode's first field, or null. This is not a table, because linking
   * a hundred method references at startup would slow short runs.
   */
  static Decoder decoder(String base) {
    Decoder found = Arithmetic.of(base);
    found = found == null ? Products.of(base) : found;
    found = found == null ? Carry.of(base) : found;
    found = found == null ? BitRuns.of(base) : found;
    found = found == null ? BitSearch.of(base) : found;
    found = found == null ? Bytes.of(base) : found;
    found = found == null ? Clamps.of(base) : found;
    found = found == null ? Moves.of(base) : found;
    found = found == null ? Conversions.of(base) : found;
    found = found == null ? MemoryAccesses.of(base) : found;
    found = found == null ? Fences.of(base) : found;
    found = found == null ? Atomics.of(base) : found;
    found = found == null ? Hints.of(base) : found;
    found = found == null ? Lanes.of(base) : found;
    found = found == null ? Matrices.of(base) : found;
    found = found == null ? WarpMatrices.of(base) : found;
    found = found == null ? Wmma.of(base) : found;
    found = found == null ? MatrixMoves.of(base) : found;
    found = found == null ? BulkCopies.of(base) : found;
    found = found == null ? SharedBarriers.of(base) : found;
    found = found == null ? Regions.of(base) : found;
    found = found == null ? Textures.of(base) : found;
    return found;
  }

  static void decode(Syntax.Instruction i, PtxWriter e) {
    String base = i.opcode().text();
    Decoder decoder = decoder(base);
    if (decoder != null) {
      decoder.decode(base, new Modifiers(e.source, i), e);
      InstructionSet.check(i, e.source);
      return;
    }
    String reason = InstructionSet.refusal(base);
    if (reason != null) {
      throw e.unsupported(reason);
    }
    throw e.error(unknown(i));
  }

  /** Fails if a statement is an instruction that PTX does not have. */
  static void checkNames(List<Syntax.Statement> statements, PtxText source) {
    for (Syntax.Statement statement : statements) {
      if (statement instanceof Syntax.Scope scope) {
        checkNames(scope.statements(), source);
      } else if (statement instanceof Syntax.Instruction i) {
        String base = i.opcode().text();
        if (!CONTROL.contains(base)
            && decoder(base) == null
            && InstructionSet.refusal(base) == null) {
          throw source.error(i.opcode(), unknown(i));
        }
      }
    }
  }

  private static String unknown(Syntax.Instruction i) {
    return "unknown instruction '"
        + i.spelling()
        + "'"
        + Suggestions.nearHint(i.opcode().text(), names());
  }
}
