// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import io.lockstep.execute.launch.KernelOutput;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The text that one work-group prints, sorted into the fixed order when the group ends. */
public final class PrintedText {
  private record Piece(int epoch, int workItem, String text) {}

  private final KernelOutput output;
  private final List<Piece> pieces = new ArrayList<>();
  private int epoch;

  PrintedText(KernelOutput output) {
    this.output = output;
  }

  /** Returns an empty text for another group with the same output. */
  public PrintedText another() {
    return new PrintedText(output);
  }

  public void begin() {
    pieces.clear();
    epoch = 0;
  }

  /** Called when a barrier was passed: later texts come after all earlier texts. */
  public void barrier() {
    epoch++;
  }

  public void add(int workItem, String text) {
    pieces.add(new Piece(epoch, workItem, text));
  }

  /** Sorts the texts and passes them to the output. */
  public void finish() {
    if (!pieces.isEmpty()) {
      // The sort is stable: the texts of a work-item keep their order.
      pieces.sort(Comparator.comparingInt(Piece::epoch).thenComparingInt(Piece::workItem));
      pieces.forEach(p -> output.add(p.text()));
      pieces.clear();
    }
  }
}
