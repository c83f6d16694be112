// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.core.engine.Simulation;
import io.lockstep.spi.Machine;
import io.lockstep.spi.stats.StatisticsRegistry;
import io.lockstep.spi.stats.StatisticsSink;
import java.util.function.UnaryOperator;

/**
 * The machine under observation.
 *
 * @param simulation the assembled simulation
 * @param check wraps the receiver of a sample's statistics in a check of the sample
 * @param tickHertz ticks per second
 */
public record ObservedMachine(
    Simulation simulation,
    Machine machine,
    StatisticsRegistry statistics,
    UnaryOperator<StatisticsSink> check,
    long tickHertz) {}
