// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

final class BenchSuite {
  private final String letter;
  private final Map<Integer, Function<Context, List<Line>>> measures = new TreeMap<>();

  private BenchSuite(String letter) {
    this.letter = letter;
  }

  /** Returns the lines T10 to T18, with gaps: whole simulations. */
  static BenchSuite engine() {
    BenchSuite suite = new BenchSuite("T");
    Map<Integer, Function<Context, List<Line>>> measures = suite.measures;
    measures.put(10, SinkLines::measure);
    measures.put(14, ParallelLines::matmul);
    measures.put(15, SpeedLines::matmul);
    measures.put(16, SpeedLines::vecadd);
    measures.put(17, SpeedLines::strided);
    measures.put(18, CompareLines::eight);
    return suite;
  }

  static BenchSuite execute() {
    BenchSuite suite = new BenchSuite("X");
    suite.measures.put(1, ExecuteLines::warm);
    suite.measures.put(2, ExecuteLines::recording);
    suite.measures.put(3, ExecuteLines::whole);
    suite.measures.put(4, ExecuteLines::memory);
    suite.measures.put(5, ExecuteLines::size);
    return suite;
  }

  static BenchSuite of(String id) {
    return id.startsWith("X") ? execute() : engine();
  }

  List<String> ids() {
    return measures.keySet().stream().map(n -> letter + n).toList();
  }

  List<Line> measure(String id, Context context) {
    return measures.get(Integer.parseInt(id.substring(1))).apply(context);
  }
}
