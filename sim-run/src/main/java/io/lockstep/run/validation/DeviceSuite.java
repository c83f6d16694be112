package io.lockstep.run.validation;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.run.Catalogue;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A suite's rows on specifications that they do not name: one device with figures changed. Each
 * point is simulated once. Not thread-safe; simulates on several threads.
 */
public final class DeviceSuite {
  private final Suite suite;
  private final Simulations simulations;

  /**
   * Checks the rows of the suite; simulates nothing yet.
   *
   * @param suite the suite to run
   * @param base the device itself
   * @param catalogue models behind specifications
   * @param frontends readers of kernels
   * @param options how
   */
  public DeviceSuite(
      Suite suite,
      DeviceSpec base,
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      ValidationOptions options) {
    this.suite = new Validation(suite, catalogue, frontends, options, row -> base).suite();
    simulations = new Simulations(catalogue, frontends, options);
  }

  /**
   * Simulates specifications without a result.
   *
   * @param specs legal ones
   */
  public void run(Collection<DeviceSpec> specs) {
    Set<Point> points = new LinkedHashSet<>();
    for (DeviceSpec spec : specs) {
      specs(spec)
          .forEach(
              (id, own) -> {
                SuiteRow row = suite.row(id).orElseThrow();
                row.variants().forEach(p -> points.add(new Point(row.workload(), p, own)));
              });
    }
    points.removeIf(point -> simulations.result(point).isPresent());
    if (!points.isEmpty()) {
      simulations.run(points);
    }
  }

  /**
   * {@return the wanted rows on a specification, in the suite's order}
   *
   * @param spec one that was simulated
   */
  public List<RowResult> rows(DeviceSpec spec) {
    Map<String, DeviceSpec> specs = specs(spec);
    Suite there =
        suite.checked(
            row ->
                row.isWrong() || specs.containsKey(row.id()) || !isNeeded(row)
                    ? row
                    : row.with(row.where() + ": its figures do not go with " + spec.id()));
    return new Evaluation(there, specs, simulations::result).rows();
  }

  private boolean isNeeded(SuiteRow row) {
    return suite.needed().contains(row);
  }

  /** The specification of each row, with the figures that the row sets. */
  private Map<String, DeviceSpec> specs(DeviceSpec spec) {
    Map<String, DeviceSpec> specs = new HashMap<>();
    for (SuiteRow row : suite.needed()) {
      try {
        if (!row.isWrong()) {
          specs.put(row.id(), spec.with(row.overrides()));
        }
      } catch (InputException e) {
        continue; // this row has no value with it
      }
    }
    return specs;
  }
}
