// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.result.ResultFields;
import io.lockstep.study.store.Build;
import io.lockstep.study.store.OutcomeOrigin;
import io.lockstep.study.store.PointOutcome;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Any outcome, for properties. */
final class AnyOutcome {
  private AnyOutcome() {}

  /** Anything that records can hold; names of parameters and statistics are Unicode. */
  static Arbitrary<PointOutcome> any() {
    Arbitrary<String> text =
        Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(12), // halves of surrogates, too
            Arbitraries.of("", "\n", "\"", "\\", "\u0000", "\ud800", "status", "{\"point\":7"));
    Arbitrary<String> name = text.filter(t -> StandardCharsets.UTF_16.newEncoder().canEncode(t));
    Arbitrary<SortedMap<String, String>> texts =
        Arbitraries.maps(name, text).ofMaxSize(3).map(TreeMap::new);
    Arbitrary<BigDecimal> number =
        Combinators.combine(Arbitraries.bigIntegers(), Arbitraries.integers().between(-20, 40))
            .as(BigDecimal::new);
    Arbitrary<SortedMap<String, BigDecimal>> figures =
        Arbitraries.maps(name, number).ofMaxSize(5).map(TreeMap::new);
    Arbitrary<Long> whole = Arbitraries.longs();
    Arbitrary<OutcomeOrigin> by =
        Combinators.combine(text, whole, text, Arbitraries.integers(), whole, text)
            .as(OutcomeOrigin::new);
    Arbitrary<RunResult> result =
        Combinators.combine(
                text.list().ofSize(8),
                texts.list().ofSize(2),
                whole.list().ofSize(3),
                figures,
                Arbitraries.of(RunStatus.class),
                Arbitraries.of(Failure.class),
                Arbitraries.of(true, false).injectNull(0.3))
            .as(
                (t, maps, n, statistics, status, failure, verified) ->
                    new ResultFields.Values()
                        .set(ResultFields.WORKLOAD, t.get(0))
                        .set(ResultFields.DEVICE, t.get(1))
                        .set(ResultFields.DEVICE_NAME, t.get(2))
                        .set(ResultFields.PARAMETERS, maps.get(0))
                        .set(ResultFields.OVERRIDES, maps.get(1))
                        .set(ResultFields.STATUS, status)
                        .set(ResultFields.VERIFIED, verified)
                        .set(ResultFields.MESSAGE, t.get(3))
                        .set(ResultFields.CYCLES, n.get(0))
                        .set(ResultFields.SECONDS, n.get(1))
                        .set(ResultFields.KERNEL_SECONDS, n.get(2))
                        .set(ResultFields.FINGERPRINT, t.get(4))
                        .set(ResultFields.TRACE_SHA256, t.get(5))
                        .set(ResultFields.DEVICE_SHA256, t.get(6))
                        .set(ResultFields.STATISTICS, statistics)
                        .set(ResultFields.BOUND, t.get(7))
                        .set(ResultFields.FAILURE, status == RunStatus.FAILED ? failure : null)
                        .result());
    Arbitrary<String> key = Arbitraries.strings().withChars("0123456789abcdef").ofLength(64);
    Arbitrary<Build> build = Combinators.combine(text, text, text).as(Build::new);
    return Combinators.combine(
            Arbitraries.longs().greaterOrEqual(0), key, result, by, build, Arbitraries.integers())
        .as(PointOutcome::new);
  }
}
