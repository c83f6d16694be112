// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import io.lockstep.run.answer.Answer;
import java.math.BigDecimal;
import java.util.List;

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
    String message) {
  /** Declares the fields of a check, and the columns of its row in the table. */
  public static final Answer<CheckResult> CHECK =
      Answer.<CheckResult>part()
          .text("device", "", CheckResult::device)
          .text("name", "Name of the check, for example latency.l1.", CheckResult::name)
          .number("claimed", "The declared or published value.", CheckResult::claimed)
          .numberOrNull("shown", "The simulated value, with five digits.", CheckResult::shown)
          .text("unit", "Unit of both values; empty for plain numbers.", CheckResult::unit)
          .flag("ok", "Whether the values agree.", CheckResult::ok)
          .text("source", "Parameters that declare it, or the publication.", CheckResult::source)
          .textIfAny("message", "Reason for a missing value.", CheckResult::message)
          .columnsOf("device", "check=name", ">claimed", ">shown", "unit")
          .column("ok", c -> c.ok ? "yes" : "NO")
          .columnsOf("source", "message")
          .lessImportant("message", "source");

  /** Declares the document of {@code check}. */
  public static final Answer<List<CheckResult>> ANSWER =
      Answer.<List<CheckResult>>of("Device checks", "Output of check with --format json.")
          .list("checks", "By device: declared values, then claims.", checks -> checks, CHECK);
}
