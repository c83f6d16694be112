package io.lockstep.parts.stats;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kind of issue port. Immutable.
 *
 * @param name for example {@code fetch}
 * @param each how many a compute unit has: {@code 1}, {@code 2}, {@code 1 a SIMD}
 * @param meaning what issues there, one sentence
 * @param work what it is for
 * @param causes those of the common cause "issued" that are of this kind alone; none where there is
 *     but one kind, which has them all
 */
public record IssuePort(
    String name, String each, String meaning, Work work, List<IssueCause> causes) {
  /** What instructions of a port are for. */
  public enum Work {
    /** Arithmetic and control, or all instructions. */
    COMPUTE,
    /** Memory instructions: addresses and their transactions. */
    MEMORY,
    /** Local memory: its banks. */
    LOCAL_MEMORY
  }

  private static final String PREFIX = "ports.";
  private static final Pattern EACH = Pattern.compile("([1-9][0-9]{0,5})( a SIMD)?");

  /**
   * Checks how many there are.
   *
   * @param name for example {@code fetch}
   * @param each how many a compute unit has, a number, or one and {@code a SIMD}
   * @param meaning what issues there, one sentence
   * @param work what it is for
   * @param causes those of the common cause "issued" that are of this kind alone
   * @throws IllegalArgumentException where that is no such number
   */
  public IssuePort {
    causes = List.copyOf(causes);
    if (!EACH.matcher(each).matches()) {
      throw new IllegalArgumentException(
          "a compute unit has '"
              + each
              + "' ports '"
              + name
              + "'; expected a number such as '2', or '1 a SIMD'");
    }
  }

  /**
   * A kind of port of a family that has several.
   *
   * @param name for example {@code fetch}
   * @param each how many a compute unit has, a number, or one and {@code a SIMD}
   * @param meaning what issues there, one sentence
   * @param work what it is for
   * @param causes those of the common cause "issued" that are of this kind alone
   */
  public IssuePort(String name, String each, String meaning, Work work, IssueCause... causes) {
    this(name, each, meaning, work, Arrays.asList(causes));
  }

  /**
   * The only kind of port of a family.
   *
   * @param name for example {@code issue}
   * @param each how many a compute unit has, a number, or one and {@code a SIMD}
   * @param meaning what issues there, one sentence
   */
  public IssuePort(String name, String each, String meaning) {
    this(name, each, meaning, Work.COMPUTE, List.of());
  }

  /** {@return the number in {@link #each}} */
  int number() {
    Matcher m = EACH.matcher(each);
    return m.matches() ? Integer.parseInt(m.group(1)) : 0;
  }

  /** {@return whether each SIMD of a unit has that many} */
  boolean isOfSimds() {
    return each.endsWith("SIMD");
  }

  /** {@return name of the statistic of its ports' time while kernels ran} */
  public String cycles() {
    return PREFIX + name + ".cycles";
  }

  /** {@return name of the statistic of the share of that time in which it issued} */
  public String busy() {
    return PREFIX + name + ".busy";
  }
}
