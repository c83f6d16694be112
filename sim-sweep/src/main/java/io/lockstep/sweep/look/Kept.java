package io.lockstep.sweep.look;

import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.Verdict;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;

/** What is kept in memory of a row: the outcome, its times, the figures asked for. Immutable. */
final class Kept {
  final RunStatus status;
  final Verdict verdict;
  final String failure; // or empty
  final String message;
  private final long[] numbers = new long[ResultFields.NUMBERS.size()];
  final Object[] parameters; // by number of the name; null where it has none
  final Object[] statistics; // likewise

  Kept(RunResult result, String message, Object[] parameters, Object[] statistics) {
    status = result.status();
    verdict = result.verdict();
    failure = result.failure() == null ? "" : result.failure().key();
    this.message = message;
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = ResultFields.NUMBERS.get(i).of(result);
    }
    this.parameters = parameters;
    this.statistics = statistics;
  }

  /** One of {@link ResultFields#NUMBERS}. */
  long number(ResultField<Long> field) {
    return numbers[ResultFields.NUMBERS.indexOf(field)];
  }
}
