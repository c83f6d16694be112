// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.stats;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kind of issue port.
 *
 * @param name for example {@code fetch}
 * @param each the number in a compute unit: {@code 1}, {@code 2}, {@code 1 a SIMD}
 * @param meaning one sentence about the instructions that it issues
 * @param work the class of its instructions
 * @param causes reasons of the common reason "issued" that belong to this kind; empty if this is
 *     the family's only kind, to which all these reasons then belong
 */
public record IssuePort(
    String name, String each, String meaning, Work work, List<IssueCause> causes) {
  /** The class of a port's instructions. */
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
   * Checks the number.
   *
   * @param name for example {@code fetch}
   * @param each the number in a compute unit: {@code 1}, {@code 2}, {@code 1 a SIMD}
   * @param meaning one sentence about the instructions that it issues
   * @param work the class of its instructions
   * @param causes reasons of the common reason "issued" that belong to this kind
   * @throws IllegalArgumentException if {@code each} is malformed
   */
  public IssuePort {
    causes = List.copyOf(causes);
    if (!EACH.matcher(each).matches()) {
      throw new IllegalArgumentException(
          "a compute unit has '%s' ports '%s'; expected a number such as '2', or '1 a SIMD'"
              .formatted(each, name));
    }
  }

  /**
   * Creates a kind for a family with several kinds of ports.
   *
   * @param name for example {@code fetch}
   * @param each the number in a compute unit: {@code 1}, {@code 2}, {@code 1 a SIMD}
   * @param meaning one sentence about the instructions that it issues
   * @param work the class of its instructions
   * @param causes reasons of the common reason "issued" that belong to this kind
   */
  public IssuePort(String name, String each, String meaning, Work work, IssueCause... causes) {
    this(name, each, meaning, work, Arrays.asList(causes));
  }

  /**
   * Creates the only kind of a family.
   *
   * @param name for example {@code issue}
   * @param each the number in a compute unit: {@code 1}, {@code 2}, {@code 1 a SIMD}
   * @param meaning one sentence about the instructions that it issues
   */
  public IssuePort(String name, String each, String meaning) {
    this(name, each, meaning, Work.COMPUTE, List.of());
  }

  int number() {
    Matcher m = EACH.matcher(each);
    return m.matches() ? Integer.parseInt(m.group(1)) : 0;
  }

  boolean isOfSimds() {
    return each.endsWith("SIMD");
  }

  /** {@return name of the statistic: cycles of all ports of this kind while kernels ran} */
  public String cycles() {
    return PREFIX + name + ".cycles";
  }

  /** {@return name of the statistic: issue cycles of the busiest port, times the ports' number} */
  public String busiest() {
    return PREFIX + name + ".busiest_cycles";
  }

  /** {@return name of the statistic: imbalance of issue cycles between the ports} */
  public String imbalance() {
    return PREFIX + name + ".port_imbalance";
  }

  /** {@return name of the statistic: share of cycles in which the ports issued} */
  public String busy() {
    return PREFIX + name + ".busy";
  }
}
