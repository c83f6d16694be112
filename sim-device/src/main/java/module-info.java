// SPDX-License-Identifier: Apache-2.0
/** The API for device modules: provider interface, specifications, statistics and policies. */
module io.lockstep.spi {
  requires transitive io.lockstep.core;
  requires transitive io.lockstep.trace;

  exports io.lockstep.spi;
  exports io.lockstep.spi.address;
  exports io.lockstep.spi.host;
  exports io.lockstep.spi.occupancy;
  exports io.lockstep.spi.path;
  exports io.lockstep.spi.policy;
  exports io.lockstep.spi.spec;
  exports io.lockstep.spi.stats;

  uses io.lockstep.spi.DeviceProvider;
  uses io.lockstep.spi.policy.Policy;
}
