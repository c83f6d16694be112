package io.lockstep.observe;

import io.lockstep.core.engine.Simulation;
import io.lockstep.spi.Machine;
import io.lockstep.spi.stats.StatisticsRegistry;
import io.lockstep.spi.stats.StatisticsSink;
import java.util.function.UnaryOperator;

/**
 * What is observed of a device. Not thread-safe.
 *
 * @param simulation put together, its state loaded if the run is a resumed one
 * @param machine whose intervals and statistics are taken
 * @param statistics that the machine may write
 * @param check puts a check of a sample's statistics before the receiver of them
 * @param tickHertz rate of a tick
 */
public record ObservedMachine(
    Simulation simulation,
    Machine machine,
    StatisticsRegistry statistics,
    UnaryOperator<StatisticsSink> check,
    long tickHertz) {}
