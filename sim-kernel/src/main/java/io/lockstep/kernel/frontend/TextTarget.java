// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

/**
 * The devices for which a source is compiled, as far as the text depends on them.
 *
 * @param subGroup work-items of an OpenCL C sub-group: the width of the device's wavefronts
 * @param instructionSet version of the virtual instruction set, without its dot, for example 80; 0
 *     for a text that all devices run
 */
public record TextTarget(int subGroup, int instructionSet) {
  /** Work-items of a sub-group if no device is known. */
  public static final int SUB_GROUP = 32;

  /** The target if no device is known. */
  public static final TextTarget USUAL = new TextTarget(SUB_GROUP, 0);

  @Override
  public String toString() {
    String sized = "sub-groups of " + subGroup;
    return instructionSet == 0 ? sized : sized + " and compute_" + instructionSet;
  }
}
