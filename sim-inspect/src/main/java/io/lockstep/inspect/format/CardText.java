// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.format;

import io.lockstep.inspect.card.StaticCard;
import io.lockstep.kernel.analysis.IrText;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.answer.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A portable instruction in the listing of a kernel.
 *
 * @param index position in the block, from 0
 */
record CardText(StaticCard card, Block block, int index, SourceLines sources) {
  static final Answer<CardText> ANSWER =
      Answer.<CardText>part()
          .integer("block", "", t -> t.block.id())
          .text("operation", "", t -> IrText.of(t.card.kernel(), t.instruction()))
          .text("class", "", t -> t.instruction().opClass().name().toLowerCase(Locale.ROOT))
          .integer(
              "live",
              "Live registers of 32 bits.",
              t -> t.card.live().get(t.block.id()).get(t.index))
          .integer("line", "0 if unknown.", t -> t.instruction().line())
          .text(
              "source",
              "Text of the line; empty if it cannot be read.",
              t -> t.sources.line(t.card.kernel().source(), t.instruction().line()));

  static List<CardText> of(StaticCard card, SourceLines sources) {
    List<CardText> all = new ArrayList<>();
    for (Block block : card.kernel().blocks()) {
      for (int k = 0; k < block.instructions().size(); k++) {
        all.add(new CardText(card, block, k, sources));
      }
    }
    return all;
  }

  Instruction instruction() {
    return block.instructions().get(index);
  }
}
