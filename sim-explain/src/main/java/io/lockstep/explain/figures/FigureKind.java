package io.lockstep.explain.figures;

import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.SpecSchema;
import java.util.Set;

/** The meaning of a change of a single figure. */
public enum FigureKind {
  /** A quantity, with a meaningful elasticity of the time. */
  QUANTITY,
  /**
   * A structural figure: a choice, a policy, or a number that names or shapes something, so that a
   * relative change has no meaning.
   */
  STRUCTURE,
  /** A capability flag: it only determines which programs run. */
  PERMISSION,
  /** Of the host: kernels' own time does not depend on it. */
  HOST;

  private static final Set<String> SHAPES =
      Set.of("wavefront", "lanes", "seed", "base_address", "scratch_base", "arguments_base");

  /**
   * {@return the kind of a figure}
   *
   * @param key of a schema
   */
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
            || SHAPES.contains(name)
            || name.endsWith("_seed")
            || path.startsWith("simulation.");
    return named ? STRUCTURE : QUANTITY;
  }
}
