// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import io.lockstep.kernel.analysis.MatrixNumerics;

/**
 * The devices for which a source is compiled and executed, as far as the text or the results depend
 * on them.
 *
 * @param subGroup work-items of an OpenCL C sub-group: the width of the device's wavefronts
 * @param instructionSet version of the virtual instruction set, without its dot, for example 80; 0
 *     for a text that all devices run
 * @param numerics how matrix units add products
 */
public record TextTarget(int subGroup, int instructionSet, MatrixNumerics numerics) {
  /** Work-items of a sub-group if no device is known. */
  public static final int SUB_GROUP = 32;

  /** The target if no device is known. */
  public static final TextTarget USUAL = new TextTarget(SUB_GROUP, 0, MatrixNumerics.EXACT);

  /**
   * Creates a target whose results depend on no matrix unit.
   *
   * @param subGroup work-items of a sub-group
   * @param instructionSet version of the virtual instruction set, or 0
   */
  public TextTarget(int subGroup, int instructionSet) {
    this(subGroup, instructionSet, MatrixNumerics.EXACT);
  }

  /**
   * {@return the same target with another rule of matrix units}
   *
   * @param rule how matrix units add products
   */
  public TextTarget withNumerics(MatrixNumerics rule) {
    return new TextTarget(subGroup, instructionSet, rule);
  }

  @Override
  public String toString() {
    String sized = "sub-groups of " + subGroup;
    String text = instructionSet == 0 ? sized : sized + " and compute_" + instructionSet;
    return numerics.equals(MatrixNumerics.EXACT) ? text : text + ", " + numerics;
  }
}
