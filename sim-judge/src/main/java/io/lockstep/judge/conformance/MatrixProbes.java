// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.matrix.MfmaShape;
import io.lockstep.kernel.matrix.ScaledMmaShape;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Probes for the peak rates of matrix instructions: for each number format, of the fastest
 * instruction according to the specification, and of the fastest whose A is sparse. The two
 * launches differ only in their number of rounds.
 */
final class MatrixProbes {
  private static final int CHAINS = 2;
  private static final int CHAINS_OF_WARPS = 4; // their results take longer, for what they compute

  /**
   * Number of consecutive products of an accumulator in a loop iteration. The loop's code waits for
   * the last results before the next iteration, as that of ptxas 13 does for compute capability 7.5
   * (for three of four accumulators), so that short iterations do not reach the peak.
   */
  private static final int LENGTH = 8;

  private static final int FEW = 4;
  private static final int MANY = 20;
  private static final double TOLERANCE = 0.02;

  private final Probes probes;
  private final Declared declared;

  MatrixProbes(Probes probes) {
    this.probes = probes;
    this.declared = probes.declared();
  }

  void add() {
    for (MatrixElement element : MatrixElement.values()) {
      if (element.isTiny() && !hasScales(element)) {
        continue; // as fast as floats of eight bits
      }
      String name = element.name().toLowerCase(Locale.ROOT);
      fastest(element, false).ifPresent(s -> add(s, name));
      fastest(element, true).ifPresent(s -> add(s, "sparse." + name));
    }
  }

  /** Whether the fastest products of elements have scales. */
  private static boolean hasScales(MatrixElement element) {
    return element == MatrixElement.E2M1;
  }

  private Optional<MatrixShape> fastest(MatrixElement element, boolean sparse) {
    return probes.can().matrices().stream()
        .filter(s -> s.isSparse() == sparse && s instanceof ScaledMmaShape == hasScales(element))
        .filter(s -> s.left() == element && s.right() == element && s.addend() == s.result())
        .filter(s -> declared.has(figure(s)))
        .max(Comparator.comparingDouble(this::rate).thenComparingInt(MatrixShape::operations));
  }

  private void add(MatrixShape shape, String element) {
    int units = declared.units();
    int chains = shape instanceof MfmaShape ? CHAINS : CHAINS_OF_WARPS;
    String kernel = "matrix " + shape.text() + " " + chains + " " + LENGTH;
    int waves = probes.group() / shape.lanes();
    double operations =
        (double) units * waves * chains * LENGTH * (MANY - FEW) * shape.operations();
    boolean integers = !shape.left().isFloat();
    ProbeUnit unit = integers ? ProbeUnit.GIGA_OPERATIONS : ProbeUnit.GIGAFLOPS;
    probes.add(
        "peak.matrix." + element,
        unit,
        List.of(
            Sample.of(kernel, units, probes.group(), FEW),
            Sample.of(kernel, units, probes.group(), MANY)),
        seen -> unit.of(operations / Probes.more(seen)),
        Expected.about(
            unit.of(rate(shape) * units * declared.clock()),
            TOLERANCE,
            "declared: unit.count, clock.compute, " + figure(shape)));
  }

  /** Returns the number of operations per cycle of a unit. */
  private double rate(MatrixShape shape) {
    return declared.or("unit.simds", 1) * shape.operations() / declared.value(figure(shape));
  }

  private static String figure(MatrixShape shape) {
    return "matrix." + shape.timeName();
  }
}
