// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.format;

import io.lockstep.inspect.card.StaticCard;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.IrText;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.format.Fields;
import java.util.ArrayList;
import java.util.List;

/**
 * A portable instruction in the listing of a kernel.
 *
 * @param index position in the block, from 0
 */
record CardText(StaticCard card, Block block, int index) {
  static List<CardText> of(StaticCard card) {
    List<CardText> all = new ArrayList<>();
    for (Block block : card.kernel().blocks()) {
      for (int k = 0; k < block.instructions().size(); k++) {
        all.add(new CardText(card, block, k));
      }
    }
    return all;
  }

  Instruction instruction() {
    return block.instructions().get(index);
  }

  void show(SourceLines sources, Fields to) {
    Kernel kernel = card.kernel();
    to.number("block", block.id());
    to.text("operation", IrText.of(kernel, instruction()));
    to.word("class", instruction().opClass());
    to.number("live", card.live().get(block.id()).get(index));
    to.number("line", instruction().line());
    to.text("source", sources.line(kernel.source(), instruction().line()));
  }
}
