package io.lockstep.run.validation;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What rows need of a simulation. Immutable.
 *
 * @param status the outcome
 * @param failure why it failed, or null
 * @param message the reason, or a remark
 * @param cycles of the vendor's clock
 * @param picos simulated time
 * @param kernelPicos of it, kernels
 * @param parameters all parameters, defaults included
 * @param statistics by name
 */
record PointResult(
    RowStatus status,
    Failure failure,
    String message,
    long cycles,
    long picos,
    long kernelPicos,
    SortedMap<String, String> parameters,
    SortedMap<String, BigDecimal> statistics) {
  PointResult {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    statistics = Collections.unmodifiableSortedMap(new TreeMap<>(statistics));
  }

  static PointResult of(RunResult r) {
    if (r.failure() == Failure.INPUT) { // nothing that was simulated failed
      return new PointResult(
          RowStatus.BAD_INPUT, null, r.message(), 0, 0, 0, new TreeMap<>(), new TreeMap<>());
    }
    return new PointResult(
        RowStatus.of(r.status()),
        r.failure(),
        r.message(),
        r.cycles(),
        r.picos(),
        r.kernelPicos(),
        r.parameters(),
        r.statistics());
  }
}
