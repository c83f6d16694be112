// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import io.lockstep.run.Catalogue;
import io.lockstep.run.plugin.ModelException;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.point.Point;
import io.lockstep.sweep.file.SweepFile;

/**
 * Evaluates the constraints that need no simulation: those of the file that read only figures of
 * the device and parameters, for example a cost model, and those of the device's schema.
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
   * @throws InputException if the device cannot have the point's figures, alone or together
   */
  boolean allow(Point point) {
    DeviceSpec spec = catalogue.spec(point.device()).with(point.settings());
    try {
      catalogue.device(spec);
    } catch (ModelException e) {
      return true; // a plug-in's fault, which the evaluation reports
    }
    PointNames names = new PointNames(file.variables(), point, spec);
    for (Expression constraint : file.search().constraints()) {
      if (names.know(constraint) && !constraint.holds(names::value)) {
        return false;
      }
    }
    return true;
  }
}
