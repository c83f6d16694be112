// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.SpecSchema;
import java.util.Set;

/** Classifies figures by the meaning of a change of a single one. */
public enum FigureKind {
  /** A quantity, for which the elasticity of the time is meaningful. */
  QUANTITY,
  /**
   * A structural figure: a choice, a policy, or a number that names or shapes something, for which
   * a relative change has no meaning.
   */
  STRUCTURE,
  /** A capability: a flag or a maximum size that determines which programs run. */
  PERMISSION,
  /** A figure of the host, on which kernel times do not depend. */
  HOST;

  private static final Set<String> SHAPES =
      Set.of("wavefront", "lanes", "seed", "base_address", "scratch_base", "arguments_base");

  public static FigureKind of(SpecSchema.Key key) {
    String path = key.path();
    String name = path.substring(path.indexOf('.') + 1);
    if (key.dimension() == Dimension.FLAG || Permissions.isLargest(path)) {
      return PERMISSION;
    }
    if (path.startsWith("host.")) {
      return HOST;
    }
    boolean named =
        key.dimension() == Dimension.CHOICE
            || key.dimension() == Dimension.POLICY
            || key.dimension() == Dimension.SIZES
            || SHAPES.contains(name)
            || name.endsWith("_seed")
            || path.startsWith("simulation.");
    return named ? STRUCTURE : QUANTITY;
  }
}
