// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

class ExactTest extends SamplerContract {
  @Override
  Sampling request() {
    return Sampling.NONE;
  }

  @Override
  Class<Exact> type() {
    return Exact.class;
  }

  @Override
  int launches() {
    return 3;
  }

  @Override
  int groups() {
    return 800;
  }

  @Override
  boolean leavesOut() {
    return false;
  }
}
