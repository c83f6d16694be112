package io.lockstep.sweep.search;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.point.Point;
import io.lockstep.sweep.file.SweepFile;

/**
 * Constraints that can be decided without a simulation, as they read nothing but figures of the
 * device and parameters: a model of costs, for example. Immutable.
 */
final class KnownConstraints {
  private final Catalogue catalogue;
  private final SweepFile file;

  KnownConstraints(SweepFile file, Catalogue catalogue) {
    this.file = file;
    this.catalogue = catalogue;
  }

  /**
   * Whether a point fulfils those that can be decided.
   *
   * @throws InputException if the device cannot have such figures
   */
  boolean allow(Point point) {
    DeviceSpec spec = catalogue.spec(point.device()).with(point.settings());
    PointNames names = new PointNames(file.variables(), point, spec);
    for (Expression constraint : file.search().constraints()) {
      if (names.know(constraint) && !constraint.holds(names::value)) {
        return false;
      }
    }
    return true;
  }
}
