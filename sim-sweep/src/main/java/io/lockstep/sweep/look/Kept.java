package io.lockstep.sweep.look;

import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.Verdict;

/** What is kept in memory of a row: the outcome, its times, the figures asked for. Immutable. */
final class Kept {
  final RunStatus status;
  final Verdict verdict;
  final String failure; // or empty
  final String message;
  final long cycles;
  final long picos;
  final long kernelCycles;
  final long kernelPicos;
  final Object[] parameters; // by number of the name; null where it has none
  final Object[] statistics; // likewise

  Kept(RunResult result, String message, Object[] parameters, Object[] statistics) {
    status = result.status();
    verdict = result.verdict();
    failure = result.failure() == null ? "" : result.failure().key();
    this.message = message;
    cycles = result.cycles();
    picos = result.picos();
    kernelCycles = result.kernelCycles();
    kernelPicos = result.kernelPicos();
    this.parameters = parameters;
    this.statistics = statistics;
  }
}
