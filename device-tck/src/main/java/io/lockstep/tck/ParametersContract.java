// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.io.InputException;
import io.lockstep.run.RunResult;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.SpecSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks that every declared parameter is used: at one of its bounds, times, statistics or a
 * refusal differ on a workload of the corpus. {@link #withoutEffect} names the others.
 *
 * <p>Tried are both bounds of a quantity, also twice and half of its value where constraints of the
 * schema exclude a bound, and all choices of the others; each alone, on fourteen workloads in turn
 * until one differs. Parameters without a value in the device are not tried, policies excepted, nor
 * are values that constraints refuse. Tagged {@code thorough}: it runs workloads hundreds of times.
 */
@Tag("thorough")
public abstract class ParametersContract extends DeviceContract {
  private static final int AT_ONCE = 8;
  private static final List<String> NEARER = List.of("*2", "*0.5");
  private static final int MOST_GROUPS = 64;
  private static final long MOST_BYTES = 1 << 18;
  private static final String UNITS = "unit.count";
  private static final String L1_SIZE = "l1.size";

  /** Creates the contract. */
  protected ParametersContract() {
    super("parameters");
  }

  /**
   * Names the parameters that change no result of the corpus, each with the reason. A name that
   * ends in {@code *} stands for all that begin so. None that is named may have an effect.
   *
   * @return reasons by name; empty unless overridden
   */
  protected Map<String, String> withoutEffect() {
    return Map.of();
  }

  @TestFactory
  @DisplayName("every declared parameter changes a result at its bounds, or says why it does not")
  Stream<DynamicTest> everyParameterChangesAResult() {
    return each(
        device -> {
          Map<String, String> reasons = new TreeMap<>(withoutEffect());
          Map<String, List<DeviceSpec>> left = changes(device);
          List<String> tried = List.copyOf(left.keySet());
          for (Map.Entry<Path, Map<String, String>> work : work(device).entrySet()) {
            dropMoved(device, work.getKey(), work.getValue(), left);
          }
          List<String> unused =
              left.keySet().stream().filter(name -> reason(reasons, name) == null).toList();
          require(
              unused.isEmpty(),
              "no workload's time, statistics or refusal differ with %s at their bounds"
                  .formatted(String.join(", ", unused)));
          List<String> used =
              tried.stream()
                  .filter(name -> !left.containsKey(name) && reason(reasons, name) != null)
                  .toList();
          require(
              used.isEmpty(),
              "declared to be without effect, but results differ with %s at their bounds"
                  .formatted(String.join(", ", used)));
        });
  }

  private static String reason(Map<String, String> reasons, String name) {
    for (Map.Entry<String, String> e : reasons.entrySet()) {
      String key = e.getKey();
      boolean all = key.endsWith("*");
      if (all ? name.startsWith(key.substring(0, key.length() - 1)) : name.equals(key)) {
        return e.getValue();
      }
    }
    return null;
  }

  private void add(DeviceSpec device, SpecSchema.Key key, List<String> texts, List<DeviceSpec> to) {
    for (String text : texts) {
      DeviceSpec changed = TestBench.with(device, key.path(), text);
      if (changed != null && !changed.hash().equals(device.hash()) && isPossible(changed)) {
        to.add(changed);
      }
    }
  }

  /** Whether constraints permit a value: their refusals do not show that the model uses it. */
  private boolean isPossible(DeviceSpec changed) {
    try {
      bench().device(changed);
      return true;
    } catch (InputException e) {
      return false;
    }
  }

  /** Whether the contract changes a parameter; tests of the contract override it to change one. */
  boolean isTried(String parameter) {
    return true;
  }

  /** Returns the device with each parameter changed, where other parameters permit. */
  private Map<String, List<DeviceSpec>> changes(DeviceSpec device) {
    Map<String, List<DeviceSpec>> all = new LinkedHashMap<>();
    for (SpecSchema.Key key : device.schema().keys()) {
      boolean isLeftOut = !device.has(key.path()) && key.dimension() != Dimension.POLICY;
      if (isLeftOut || !isTried(key.path())) {
        continue;
      }
      List<DeviceSpec> own = new ArrayList<>();
      add(device, key, SchemaBoundsContract.bounds(key), own);
      if (own.size() < 2 && !SchemaBoundsContract.isChosen(key)) {
        add(device, key, NEARER, own); // constraints exclude a bound
      }
      if (!own.isEmpty()) {
        all.put(key.path(), own);
      }
    }
    return all;
  }

  /**
   * Returns the workloads that are tried until a parameter moves one, those that move most first.
   */
  private Map<Path, Map<String, String>> work(DeviceSpec device) {
    Map<Path, Map<String, String>> all = new LinkedHashMap<>();
    all.put(bench().workload(Corpus.STREAM), Map.of());
    for (String name :
        List.of("grid", "histogram", "transpose", Corpus.BANKS, Corpus.ADDS, Corpus.STREAMS)) {
      all.put(bench().workload(name), Map.of());
    }
    all.put(bench().workload(Corpus.CHASE), Map.of("rounds", "48", "groups", "16"));
    all.put(bench().workload(Corpus.AGAIN), overFirstLevel(device));
    for (String name :
        List.of(Corpus.STORES, Corpus.LAUNCHES, Corpus.LOOPS, Corpus.MEET, "gather")) {
      all.put(bench().workload(name), Map.of());
    }
    return all;
  }

  /** Returns parameters with which each unit reads a little more than its cache holds, thrice. */
  private static Map<String, String> overFirstLevel(DeviceSpec device) {
    long units = Math.min(MOST_GROUPS, device.has(UNITS) ? device.value(UNITS) : 1);
    long bytes = device.has(L1_SIZE) ? units * device.value(L1_SIZE) * 5 / 4 : MOST_BYTES;
    long words = Math.max(64 * units, Math.min(MOST_BYTES, bytes) / Integer.BYTES);
    return Map.of("passes", "3", "groups", "" + units, "n", "" + words);
  }

  /** Runs a workload with each parameter's first value, then with the second of those left. */
  private void dropMoved(
      DeviceSpec device,
      Path workload,
      Map<String, String> parameters,
      Map<String, List<DeviceSpec>> left) {
    RunResult plain = bench().run(workload, parameters, device, TestBench.options());
    int most = left.values().stream().mapToInt(List::size).max().orElse(0);
    for (int value = 0; value < most; value++) {
      int which = value;
      List<String> names =
          left.keySet().stream().filter(name -> left.get(name).size() > which).toList();
      for (int from = 0; from < names.size(); from += AT_ONCE) {
        List<String> some = names.subList(from, Math.min(names.size(), from + AT_ONCE));
        List<DeviceSpec> devices = some.stream().map(name -> left.get(name).get(which)).toList();
        List<RunResult> results = bench().run(workload, parameters, devices);
        for (int i = 0; i < some.size(); i++) {
          if (moved(results.get(i), plain)) {
            left.remove(some.get(i));
          }
        }
      }
    }
  }

  private static boolean moved(RunResult found, RunResult plain) {
    if (found.failure() != null && SchemaBoundsContract.CAPS.contains(found.failure())) {
      return false; // limits of this machine, not of the device
    }
    return found.status() != plain.status()
        || found.picos() != plain.picos()
        || found.kernelPicos() != plain.kernelPicos()
        || found.cycles() != plain.cycles()
        || !found.statistics().equals(plain.statistics());
  }
}
