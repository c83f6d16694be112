// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import io.lockstep.kernel.ir.MatrixElement;
import io.lockstep.kernel.ir.MatrixShape;
import io.lockstep.kernel.ir.MfmaShape;
import io.lockstep.kernel.ir.ScaledMmaShape;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Probes for the peak rates of matrix instructions: for each number format, of the fastest
 * instruction according to the specification. The two launches differ only in their number of
 * rounds.
 */
final class MatrixProbes {
  private static final int CHAINS = 2;
  private static final int CHAINS_OF_WARPS = 4; // their results take longer, for what they compute
  private static final int LENGTH = 4;
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
      boolean scaled = element == MatrixElement.E2M1;
      if (element.isTiny() && !scaled) {
        continue; // as fast as floats of eight bits
      }
      Optional<MatrixShape> fastest =
          probes.can().matrices().stream()
              .filter(s -> !s.isSparse() && s instanceof ScaledMmaShape == scaled)
              .filter(s -> s.left() == element && s.right() == element)
              .filter(s -> declared.has(figure(s)))
              .max(
                  Comparator.comparingDouble(this::rate).thenComparingInt(MatrixShape::operations));
      fastest.ifPresent(s -> add(s, element.name().toLowerCase(Locale.ROOT)));
    }
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
