package io.lockstep.execute;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What one work-group prints, put into the frozen order when it ends. Not thread-safe. */
final class PrintedText {
  private record Piece(int epoch, int workItem, String text) {}

  private final KernelOutput output;
  private final List<Piece> pieces = new ArrayList<>();
  private int epoch;

  PrintedText(KernelOutput output) {
    this.output = output;
  }

  /** An empty text of another group that goes to the same output. */
  PrintedText another() {
    return new PrintedText(output);
  }

  void begin() {
    pieces.clear();
    epoch = 0;
  }

  /** A barrier opened: what comes now comes after all before. */
  void barrier() {
    epoch++;
  }

  void add(int workItem, String text) {
    pieces.add(new Piece(epoch, workItem, text));
  }

  /** Hands on what was printed. */
  void finish() {
    if (!pieces.isEmpty()) {
      // A stable sort: what a work-item prints stays in its order.
      pieces.sort(Comparator.comparingInt(Piece::epoch).thenComparingInt(Piece::workItem));
      pieces.forEach(p -> output.add(p.text()));
      pieces.clear();
    }
  }
}
