// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

class StratumSamplerTest extends SamplerContract {
  @Override
  Sampling request() {
    return Sampling.parse("error=5%");
  }

  @Override
  Class<StratumSampler> type() {
    return StratumSampler.class;
  }

  @Override
  int launches() {
    return 60;
  }

  @Override
  int groups() {
    return 64;
  }

  @Override
  boolean leavesOut() {
    return true;
  }
}
