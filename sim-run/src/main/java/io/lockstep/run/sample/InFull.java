// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

/** Why a launch is simulated in full although sampling was requested. */
public enum InFull {
  SHORT("fewer than " + SamplePlan.SHORTEST + " rounds of work-groups"),
  DENSE("windows would leave out less than a third"),
  LONG("single work-groups run for a large part of the launch"),
  AHEAD("the device requests work-groups long before they start"),
  WAITS("work-groups wait for each other"),
  STREAMS("operations may overlap"),
  MACHINE("the device model does not support sampling");

  private final String words;

  InFull(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
