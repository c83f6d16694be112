// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.judge.conformance.CheckResult;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks that a device does what its specification declares and claims, by the microbenchmarks of
 * {@code lockstep check}. Not a part of {@link DeviceKit}: a device may declare what its model
 * cannot reach yet.
 */
public abstract class CheckContract extends DeviceContract {
  /** Creates the contract. */
  protected CheckContract() {
    super("check");
  }

  /**
   * Names the checks that fail, each with the reason. A check that passes must not be named.
   *
   * @return reasons by name of the check, for example {@code latency.l2}; empty unless overridden
   */
  protected Map<String, String> gaps() {
    return Map.of();
  }

  @TestFactory
  @DisplayName("every check shows what the specification declares and claims")
  Stream<DynamicTest> everyCheckShowsWhatIsDeclared() {
    return each(
        device -> {
          List<CheckResult> checks = bench().checks(device, name -> true);
          List<String> failed =
              checks.stream()
                  .filter(c -> !c.ok() && !gaps().containsKey(c.name()))
                  .map(CheckContract::text)
                  .toList();
          promised(
              device,
              failed.isEmpty(),
              "%s of %s checks: %s"
                  .formatted(failed.size(), checks.size(), String.join("; ", failed)));
          List<String> closed =
              gaps().keySet().stream()
                  .filter(n -> checks.stream().allMatch(c -> c.ok() || !c.name().equals(n)))
                  .toList();
          require(closed.isEmpty(), "named as gaps, but not failing: " + String.join(", ", closed));
        });
  }

  private static String text(CheckResult c) {
    String shown = c.shown() == null ? c.message() : c.shown().toPlainString();
    return "%s shows %s instead of %s %s (%s)"
        .formatted(c.name(), shown, c.claimed().toPlainString(), c.unit(), c.source());
  }
}
