package io.lockstep.explain.sensitivity;

import io.lockstep.explain.figures.FigureKind;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The dependence of a workload's time on every figure of a device.
 *
 * @param workload its name
 * @param parameters all of them
 * @param device its name
 * @param kernels whether the time is the kernels' own
 * @param picos time of the device itself at each launch phase, from 0 on
 * @param noise standard deviation of its logarithm over launch phases; not a number with one phase
 * @param figures in the order of the schema
 * @param notes for readers
 * @param wrong whether a result was wrong
 */
public record Sensitivity(
    String workload,
    SortedMap<String, String> parameters,
    String device,
    boolean kernels,
    List<Long> picos,
    double noise,
    List<FigureEffect> figures,
    List<String> notes,
    boolean wrong) {
  /**
   * Copies the collections.
   *
   * @param workload its name
   * @param parameters all of them
   * @param device its name
   * @param kernels whether the time is the kernels' own
   * @param picos time of the device itself at each launch phase
   * @param noise standard deviation of its logarithm over launch phases
   * @param figures in the order of the schema
   * @param notes for readers
   * @param wrong whether a result was wrong
   */
  public Sensitivity {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    picos = List.copyOf(picos);
    figures = List.copyOf(figures);
    notes = List.copyOf(notes);
  }

  /** {@return figures by which time has an elasticity, the largest first: a tornado's bars} */
  public List<FigureEffect> elastic() {
    return figures.stream()
        .filter(f -> f.seen() && f.kind() != FigureKind.STRUCTURE)
        .sorted(
            Comparator.comparingDouble((FigureEffect f) -> -Math.abs(f.elasticity()))
                .thenComparing(FigureEffect::figure))
        .toList();
  }

  /** {@return structural figures with an effect, the largest first} */
  public List<FigureEffect> structural() {
    return figures.stream()
        .filter(f -> f.seen() && f.kind() == FigureKind.STRUCTURE)
        .sorted(
            Comparator.comparingDouble((FigureEffect f) -> -f.largest())
                .thenComparing(FigureEffect::figure))
        .toList();
  }

  /** {@return figures of which other values were simulated, without effect beyond the noise} */
  public List<FigureEffect> unseen() {
    return figures.stream().filter(f -> !f.seen() && !f.isStuck()).toList();
  }

  /** {@return figures without another legal value near} */
  public List<FigureEffect> stuck() {
    return figures.stream().filter(FigureEffect::isStuck).toList();
  }
}
