package io.lockstep.explain.ladder;

import io.lockstep.spi.spec.Ideal;
import java.util.Optional;

/**
 * One factor of the ratio of two devices' times: the quotient of its costs on the second and on the
 * first.
 *
 * @param name for people
 * @param ideal the part that becomes ideal with this step, or empty for host, uneven load, other
 *     waits and the roof
 * @param from cost of the first device; of the roof, microseconds
 * @param to cost of the second device; of the roof, microseconds
 * @param sentence why, or empty if it is too small or too uncertain
 */
public record LadderStep(String name, Optional<Ideal> ideal, Cost from, Cost to, String sentence) {
  /** Name of the first step, if the time is not the kernels' own. */
  public static final String HOST = "host and launch";

  /** Name of what no other step has. */
  public static final String REST = "other waits";

  /** Name of all waits, if they are not split. */
  public static final String WAITS = "waits";

  /** Name of the last step. */
  public static final String ROOF = "largest roof";

  /** {@return whether its costs are times, in microseconds: the last step's} */
  public boolean isTime() {
    return name.equals(ROOF);
  }

  /** {@return the factor of the ratio} */
  public double factor() {
    return to.factor() / from.factor();
  }

  /** {@return two standard errors of the factor's logarithm} */
  public double error() {
    return Math.sqrt(from.error() * from.error() + to.error() * to.error());
  }

  /** {@return the factor if the part becomes ideal as early as allowed} */
  public double first() {
    return to.first() / from.first();
  }

  /** {@return the factor if the part becomes ideal as late as allowed} */
  public double last() {
    return to.last() / from.last();
  }

  LadderStep saying(String words) {
    return new LadderStep(name, ideal, from, to, words);
  }
}
