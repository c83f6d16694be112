// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import java.math.BigDecimal;

/**
 * The simulated and the claimed value of one property of a device.
 *
 * @param name name of the check, for example {@code latency.l1}; a claim has the name of the check
 *     that verifies it
 * @param claimed the declared or published value
 * @param shown the simulated value; null if missing
 * @param ok whether the values agree
 * @param source figures of the specification that declare the value, or the publication
 * @param message reason for a missing value, or empty
 */
public record CheckResult(
    String device,
    String name,
    BigDecimal claimed,
    BigDecimal shown,
    String unit,
    boolean ok,
    String source,
    String message) {}
