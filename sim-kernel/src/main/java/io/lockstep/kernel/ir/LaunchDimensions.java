package io.lockstep.kernel.ir;

/**
 * The number of dimensions of a launch's range, 1 to 3, which the runtime passes to kernels that
 * ask for it after their own arguments.
 */
public final class LaunchDimensions {
  /** Name of the parameter, which cannot collide because no language allows points in names. */
  public static final String NAME = "launch.dimensions";

  private LaunchDimensions() {}

  /**
   * {@return whether a parameter is the number of dimensions}
   *
   * @param parameter of any kernel
   */
  public static boolean is(Parameter parameter) {
    return parameter.name().equals(NAME);
  }
}
