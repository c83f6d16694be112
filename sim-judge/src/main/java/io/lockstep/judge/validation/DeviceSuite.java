// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.KnownResults;
import io.lockstep.study.StudyProgress;
import io.lockstep.study.point.Request;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Evaluates the rows of a suite on variants of one device, regardless of the devices that the rows
 * name. Each row is simulated once per variant and phase. Not thread-safe; simulates on several
 * threads.
 */
public final class DeviceSuite implements AutoCloseable {
  private final Suite suite;
  private final KnownResults results;
  private final StudyProgress progress;
  private final int phases;

  /**
   * Checks the rows of the suite.
   *
   * @param base the unmodified device
   * @param phases number of launch phases of each row
   */
  public DeviceSuite(
      Suite suite,
      DeviceSpec base,
      int phases,
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      ValidationOptions options) {
    this.suite = new Validation(suite, catalogue, frontends, options, row -> base).suite();
    results = new KnownResults(catalogue, frontends, options.study());
    progress = options.progress();
    this.phases = phases;
  }

  /** Simulates the specifications that have no result yet. */
  public void run(Collection<DeviceSpec> specs) {
    Set<Request> points = new LinkedHashSet<>();
    for (DeviceSpec spec : specs) {
      specs(spec)
          .forEach(
              (id, own) -> {
                SuiteRow row = suite.row(id).orElseThrow();
                for (int k = 0; k < phases; k++) {
                  int phase = k;
                  row.variants()
                      .forEach(p -> points.add(new Request(row.workload(), p, own, phase)));
                }
              });
    }
    results.run(points, progress);
  }

  /** Returns the requested rows on a simulated specification, in the order of the suite. */
  public List<RowResult> rows(DeviceSpec spec, int phase) {
    Map<String, DeviceSpec> specs = specs(spec);
    Suite there =
        suite.checked(
            row ->
                row.isWrong() || specs.containsKey(row.id()) || !isNeeded(row)
                    ? row
                    : row.with(row.where() + ": its figures do not go with " + spec.id()));
    return new RowEvaluation(there, specs, phase, results::result).rows();
  }

  private boolean isNeeded(SuiteRow row) {
    return suite.needed().contains(row);
  }

  /**
   * Returns, by row id, the specification with the row's overrides, for the needed rows that are
   * valid and whose overrides are legal.
   */
  private Map<String, DeviceSpec> specs(DeviceSpec spec) {
    Map<String, DeviceSpec> specs = new HashMap<>();
    for (SuiteRow row : suite.needed()) {
      try {
        if (!row.isWrong()) {
          specs.put(row.id(), spec.with(row.overrides()));
        }
      } catch (InputException e) {
        continue; // the row has no value with this specification
      }
    }
    return specs;
  }

  @Override
  public void close() {
    results.close();
  }
}
