// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.point.Point;
import io.lockstep.sweep.file.SweepFile;

/**
 * Evaluates the constraints that need no simulation because they read only figures of the device
 * and parameters. A cost model is an example.
 */
final class KnownConstraints {
  private final Catalogue catalogue;
  private final SweepFile file;

  KnownConstraints(SweepFile file, Catalogue catalogue) {
    this.file = file;
    this.catalogue = catalogue;
  }

  /**
   * Returns whether a point satisfies the constraints that can be evaluated.
   *
   * @throws InputException if the device cannot have the point's figures
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
