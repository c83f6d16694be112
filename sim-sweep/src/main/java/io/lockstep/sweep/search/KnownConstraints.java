package io.lockstep.sweep.search;

import io.lockstep.io.InputException;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.run.Catalogue;
import io.lockstep.sweep.expression.Expression;
import io.lockstep.sweep.file.SweepFile;
import io.lockstep.sweep.point.Point;
import java.util.ArrayList;
import java.util.List;

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

  /** Whether a point fulfils those that can be decided; what has no device is left to a run. */
  boolean allow(Point point) {
    if (file.search().constraints().isEmpty()) {
      return true;
    }
    DeviceSpec spec;
    try {
      spec = catalogue.spec(point.device()).with(point.settings());
    } catch (InputException e) {
      return true; // its run says so
    }
    PointNames names = new PointNames(file.variables(), point, spec);
    List<Expression> known = new ArrayList<>();
    for (Expression constraint : file.search().constraints()) {
      if (names.know(constraint)) {
        known.add(constraint);
      }
    }
    return known.stream().allMatch(constraint -> constraint.holds(names::value));
  }
}
