// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

class WindowSamplerTest extends SamplerContract {
  @Override
  Sampling request() {
    return Sampling.parse("error=5%");
  }

  @Override
  Class<WindowSampler> type() {
    return WindowSampler.class;
  }

  @Override
  int launches() {
    return 3;
  }

  @Override
  int groups() {
    return 1600;
  }

  @Override
  boolean leavesOut() {
    return true;
  }
}
