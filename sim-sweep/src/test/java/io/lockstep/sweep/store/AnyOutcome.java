package io.lockstep.sweep.store;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.study.store.Outcome;
import io.lockstep.study.store.Provenance;
import java.math.BigDecimal;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Any outcome, for properties. */
final class AnyOutcome {
  private AnyOutcome() {}

  /** Anything that records can hold. */
  static Arbitrary<Outcome> any() {
    Arbitrary<String> text =
        Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(12), // halves of surrogates, too
            Arbitraries.of("", "\n", "\"", "\\", "\u0000", "\ud800", "status", "{\"point\":7"));
    Arbitrary<SortedMap<String, String>> texts =
        Arbitraries.maps(text, text).ofMaxSize(3).map(TreeMap::new);
    Arbitrary<BigDecimal> number =
        Combinators.combine(Arbitraries.bigIntegers(), Arbitraries.integers().between(-20, 40))
            .as(BigDecimal::new);
    Arbitrary<SortedMap<String, BigDecimal>> figures =
        Arbitraries.maps(text, number).ofMaxSize(5).map(TreeMap::new);
    Arbitrary<Long> whole = Arbitraries.longs();
    Arbitrary<Provenance> by =
        Combinators.combine(text, whole, text, Arbitraries.integers(), whole, text)
            .as(Provenance::new);
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
                    new RunResult(
                        t.get(0),
                        t.get(1),
                        t.get(2),
                        maps.get(0),
                        maps.get(1),
                        status,
                        verified,
                        t.get(3),
                        n.get(0),
                        n.get(1),
                        n.get(2),
                        t.get(4),
                        t.get(5),
                        t.get(6),
                        statistics,
                        t.get(7),
                        null,
                        status == RunStatus.FAILED ? failure : null,
                        null,
                        null,
                        null));
    Arbitrary<String> key = Arbitraries.strings().withChars("0123456789abcdef").ofLength(64);
    return Combinators.combine(Arbitraries.longs().greaterOrEqual(0), key, result, by)
        .as(Outcome::new);
  }
}
