// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.command;

import io.lockstep.cli.option.CheckOptions;
import io.lockstep.cli.option.DeviceOptions;
import io.lockstep.cli.option.EngineOptions;
import io.lockstep.cli.option.ExplainOption;
import io.lockstep.cli.option.ResultsOption;
import io.lockstep.cli.option.RunSettings;
import io.lockstep.cli.option.TableOptions;
import io.lockstep.cli.option.Verbosity;
import io.lockstep.cli.table.Format;

/** Immutable options of a {@link Job}. */
record JobOptions(
    DeviceOptions devices,
    RunSettings settings,
    EngineOptions engine,
    CheckOptions checks,
    Verbosity verbosity,
    TableOptions table,
    ResultsOption kept,
    ResultReport report,
    ExplainOption explained,
    Output output) {
  /**
   * The kind of output.
   *
   * @param comparison whether refusals of some devices are acceptable
   * @param beside whether a view shows several devices side by side
   * @param summary whether rows are counted by status and folder
   */
  record Output(Format format, boolean comparison, boolean beside, boolean summary) {}
}
