// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.spi.policy.Policies;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.SpecSchema;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks that any value of a figure within its bounds gives a result or a refusal with a reason.
 * Tagged {@code thorough}: it runs a workload hundreds of times.
 */
@Tag("thorough")
public abstract class SchemaBoundsContract extends DeviceContract {
  /** Failures at limits of memory and time that a user can raise; their messages say so. */
  static final Set<Failure> CAPS = EnumSet.of(Failure.MEMORY, Failure.TIME_LIMIT);

  private static final int AT_ONCE = 8;
  private static final int SHOWN = 3;

  /** Creates the contract. */
  protected SchemaBoundsContract() {
    super("schema bounds");
  }

  private record Change(String text, DeviceSpec device) {}

  @TestFactory
  @DisplayName("every figure at its bounds and near them gives a result or a refusal with a reason")
  Stream<DynamicTest> everyFigureAtItsBoundsGivesAResultOrARefusal() {
    return each(
        device -> {
          List<Change> changes = new ArrayList<>();
          for (SpecSchema.Key key : device.schema().keys()) {
            for (String text : texts(device, key)) {
              DeviceSpec changed = TestBench.with(device, key.path(), text);
              if (changed != null) {
                changes.add(new Change(key.path() + "=" + text, changed));
              }
            }
          }
          List<String> wrong = new ArrayList<>();
          for (int from = 0; from < changes.size(); from += AT_ONCE) {
            run(changes.subList(from, Math.min(changes.size(), from + AT_ONCE)), wrong);
          }
          int more = wrong.size() - SHOWN;
          require(
              wrong.isEmpty(),
              wrong.size()
                  + " of "
                  + changes.size()
                  + " settings: "
                  + String.join("; ", wrong.subList(0, Math.min(SHOWN, wrong.size())))
                  + (more > 0 ? "; " + more + " more" : ""));
        });
  }

  private void run(List<Change> changes, List<String> wrong) {
    List<RunResult> results =
        bench()
            .run(bench().workload("grid"), Map.of(), changes.stream().map(Change::device).toList());
    for (int i = 0; i < changes.size(); i++) {
      RunResult r = results.get(i);
      boolean answered =
          r.status() == RunStatus.OK
              || r.status() == RunStatus.REFUSED && !r.message().isBlank()
              || r.failure() != null && CAPS.contains(r.failure());
      if (!answered) {
        wrong.add(changes.get(i).text() + ": " + r.message());
      }
    }
  }

  /** Returns all choices, or both bounds and the neighbours of the device's value. */
  private static List<String> texts(DeviceSpec spec, SpecSchema.Key key) {
    List<String> bounds = bounds(key);
    if (key.powerOfTwo() || spec.optional(key.path()).isEmpty() || isChosen(key)) {
      return bounds;
    }
    long value = spec.value(key.path());
    return Stream.of(key.low(), value - 1, value + 1, key.high())
        .filter(v -> v >= key.low() && v <= key.high())
        .sorted()
        .distinct()
        .map(v -> text(key, v))
        .toList();
  }

  /** Returns all choices, or both bounds. */
  static List<String> bounds(SpecSchema.Key key) {
    if (key.dimension() == Dimension.FLAG) {
      return List.of("true", "false");
    }
    if (key.dimension() == Dimension.CHOICE) {
      return key.choices();
    }
    if (key.dimension() == Dimension.POLICY) {
      return List.copyOf(Policies.BUILT_IN.offers(key.policy()).keySet());
    }
    return Stream.of(key.low(), key.high()).distinct().map(v -> text(key, v)).toList();
  }

  static boolean isChosen(SpecSchema.Key key) {
    return key.dimension() == Dimension.FLAG
        || key.dimension() == Dimension.CHOICE
        || key.dimension() == Dimension.POLICY
        || key.dimension() == Dimension.SIZES;
  }

  private static String text(SpecSchema.Key key, long value) {
    return key.dimension().show(value, "");
  }
}
