// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.Verdict;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;

/**
 * The part of a result that is kept in memory: the outcome, its times, and the requested parameters
 * and statistics.
 */
final class Kept {
  final RunStatus status;
  final Verdict verdict;
  final String failure; // empty if the run did not fail
  final String message;
  private final long[] numbers = new long[ResultFields.NUMBERS.size()];
  final Object[] parameters; // by {@link RowNames#number}; null if absent
  final Object[] statistics; // by {@link RowNames#number}; null if absent

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

  long number(ResultField<Long> field) {
    return numbers[ResultFields.NUMBERS.indexOf(field)];
  }
}
