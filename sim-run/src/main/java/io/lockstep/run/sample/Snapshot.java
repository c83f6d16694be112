// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.spi.stats.CodeCounts;
import io.lockstep.spi.stats.RowTicks;
import java.util.Optional;

/**
 * The sums of a machine at a tick of a launch.
 *
 * @param rows ticks by row of the code since the launch began, if they were requested
 * @param counts executions of blocks since the launch began, if they were requested
 */
record Snapshot(StatisticSums sums, Optional<RowTicks> rows, Optional<CodeCounts> counts) {}
