package io.lockstep.sweep.look;

import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.sweep.store.Outcome;

/**
 * What is kept in memory of a row: how it came out, its times, the figures asked for. Immutable.
 */
final class Kept {
  final RunStatus status;
  final String failure; // or empty
  final String message;
  final long cycles;
  final long picos;
  final long kernelCycles;
  final long kernelPicos;
  final boolean repeatable;
  final int attempt;
  final Object[] parameters; // by number of the name; null where it has none
  final Object[] statistics; // likewise

  Kept(Outcome outcome, String message, Object[] parameters, Object[] statistics) {
    RunResult result = outcome.result();
    status = result.status();
    failure = result.failure() == null ? "" : result.failure().key();
    this.message = message;
    cycles = result.cycles();
    picos = result.picos();
    kernelCycles = result.kernelCycles();
    kernelPicos = result.kernelPicos();
    repeatable = outcome.isRepeatable();
    attempt = outcome.provenance().attempt();
    this.parameters = parameters;
    this.statistics = statistics;
  }

  /** Whether this row stands where there is another of the same point. */
  boolean before(Kept other) {
    return repeatable != other.repeatable ? repeatable : !repeatable && attempt > other.attempt;
  }
}
