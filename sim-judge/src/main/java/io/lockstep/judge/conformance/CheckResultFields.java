// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import io.lockstep.run.format.Fields;
import io.lockstep.run.format.JsonDocument;
import java.util.List;

/** Writes results of device checks as JSON fields. */
public final class CheckResultFields {
  private CheckResultFields() {}

  /** {@return a document with the checks in the given order} */
  public static String document(String version, List<CheckResult> checks) {
    return JsonDocument.of(version, json -> json.list("checks", checks, CheckResultFields::check));
  }

  public static void check(CheckResult c, Fields to) {
    to.text("device", c.device());
    to.text("name", c.name());
    to.number("claimed", c.claimed());
    to.number("shown", c.shown());
    to.text("unit", c.unit());
    to.flag("ok", c.ok());
    to.text("source", c.source());
    to.when(!c.message().isEmpty()).text("message", c.message());
  }
}
