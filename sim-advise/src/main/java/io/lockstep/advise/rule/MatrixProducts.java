// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds matrix instructions for which the device has another one of the same formats that computes
 * more in a clock. The gain is simulated with the faster one's rate. Products of halves without
 * matrix instructions are named without a gain.
 */
public final class MatrixProducts implements AdviceRule {
  private static final double FASTER = 1.05;
  private static final double MOST = 0.5; // of a kernel's operations
  private static final double MUCH = 16; // operations for each byte of memory

  public MatrixProducts() {}

  @Override
  public String name() {
    return "matrix-products";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    List<Proposal> all = new ArrayList<>();
    for (KernelCard card : evidence.kernels()) {
      Map<MatrixShape, Integer> used = used(evidence, card);
      for (Type sums : List.of(Type.F32, Type.F16)) {
        proposal(evidence, card, used, sums).ifPresent(all::add);
      }
      if (!FactorLoads.isThere(card.text().kernel())) {
        without(evidence, card).ifPresent(all::add);
      }
    }
    return all;
  }

  /** The shapes of a kernel's instructions that have clocks, with a line of each. */
  private static Map<MatrixShape, Integer> used(Evidence evidence, KernelCard card) {
    Map<MatrixShape, Integer> used = new LinkedHashMap<>();
    card.text().kernel().blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .filter(i -> i.op() == Op.MATRIX && evidence.spec().has(figure(i.matrix())))
        .filter(i -> !i.matrix().isSparse())
        .forEach(i -> used.putIfAbsent(i.matrix(), line(evidence, card, i)));
    return used;
  }

  private static int line(Evidence evidence, KernelCard card, Instruction i) {
    return evidence.line(card, i.line());
  }

  private static String figure(MatrixShape shape) {
    return "matrix." + shape.timeName();
  }

  /** Operations in a clock. */
  private static double rate(Evidence evidence, MatrixShape shape) {
    return shape.operations() / evidence.spec().value(figure(shape));
  }

  /** The fastest instruction of a shape's formats whose sums have a type. */
  private static Optional<MatrixShape> fastest(Evidence evidence, MatrixShape of, Type sums) {
    return evidence.device().capabilities().matrices().stream()
        .filter(s -> s.getClass() == of.getClass() && s.blocks() == of.blocks() && !s.isSparse())
        .filter(s -> s.left() == of.left() && s.right() == of.right() && s.result() == sums)
        .filter(s -> s.addend() == s.result())
        .filter(s -> evidence.spec().has(figure(s)))
        .max(Comparator.comparingDouble(s -> rate(evidence, s)));
  }

  private static Optional<Proposal> proposal(
      Evidence evidence, KernelCard card, Map<MatrixShape, Integer> used, Type sums) {
    TreeMap<String, String> figures = new TreeMap<>();
    MatrixShape slow = null;
    MatrixShape quick = null;
    double most = FASTER;
    for (MatrixShape shape : used.keySet()) {
      MatrixShape other = fastest(evidence, shape, sums).orElse(shape);
      double faster = rate(evidence, other) / rate(evidence, shape);
      boolean applies = shape.result() == Type.F32 && faster > FASTER;
      if (applies) {
        long clocks = Math.round(shape.operations() / rate(evidence, other));
        figures.put(figure(shape), Math.max(1, clocks) + "cycles");
      }
      if (applies && faster > most) {
        slow = shape;
        quick = other;
        most = faster;
      }
    }
    if (slow == null || sums == Type.F16 && isAsFast(evidence, slow, most)) {
      return Optional.empty();
    }
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("rate_ratio", most);
    numbers.put("matrix_busy", evidence.value("matrix.busy"));
    String finding =
        "Matrix instructions: %s does %s operations in a clock of a matrix unit, %s %s."
            .formatted(
                slow.text(),
                Say.whole(rate(evidence, slow)),
                quick.text(),
                Say.whole(rate(evidence, quick)));
    String change =
        sums == Type.F16
            ? "Add up in halves where that is accurate enough: some columns at a time, and these"
                + " sums in floats."
            : "Use %s.".formatted(quick.text());
    return Optional.of(
        new Proposal(
            new Place(Evidence.name(card), used.get(slow)),
            finding,
            change,
            numbers,
            List.of(Remedy.figures(figures)),
            evidence.part(Evidence.name(card)) * (1 - 1 / most)));
  }

  /** Finds sums of products of halves, whose factors are used often, without such instructions. */
  private static Optional<Proposal> without(Evidence evidence, KernelCard card) {
    HalfProducts products = new HalfProducts(card);
    Optional<MatrixShape> fastest =
        evidence.device().capabilities().matrices().stream()
            .filter(s -> s.left() == MatrixElement.F16 && s.right() == MatrixElement.F16)
            .filter(s -> s.result() == Type.F32 && !s.isSparse())
            .filter(s -> evidence.spec().has(figure(s)))
            .max(
                Comparator.comparingDouble((MatrixShape s) -> rate(evidence, s))
                    .thenComparingInt(MatrixShape::operations));
    if (fastest.isEmpty() || products.share() < MOST || HalfProducts.intensity(card) < MUCH) {
      return Optional.empty();
    }
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("share_of_operations", products.share());
    numbers.put("operations_per_byte", HalfProducts.intensity(card));
    return Optional.of(
        new Proposal(
            new Place(Evidence.name(card), evidence.line(card, products.line())),
            "Products without matrix instructions: %s of the operations on floats are multiply-adds"
                    .formatted(Say.percent(products.share()))
                + " of halves, which the device's matrix units can compute: %s operations in a clock"
                    .formatted(Say.whole(rate(evidence, fastest.get())))
                + " of one.",
            "Use %s.".formatted(fastest.get().text()),
            numbers,
            List.of(),
            evidence.part(Evidence.name(card))));
  }

  /** Whether an instruction with sums of floats gains as much. */
  private static boolean isAsFast(Evidence evidence, MatrixShape slow, double most) {
    return fastest(evidence, slow, Type.F32)
        .filter(s -> rate(evidence, s) >= most * rate(evidence, slow))
        .isPresent();
  }
}
