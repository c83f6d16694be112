// SPDX-License-Identifier: Apache-2.0
/** The discrete-event engine, independent of the simulated device. */
module io.lockstep.core {
  requires com.lmax.disruptor;

  exports io.lockstep.core.engine;
  exports io.lockstep.core.queue;
}
