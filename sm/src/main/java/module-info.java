// SPDX-License-Identifier: Apache-2.0
/** Shared model of NVIDIA's multiprocessors: warps, issue, memory, occupancy. */
module io.lockstep.sm {
  requires transitive io.lockstep.lower;
  requires transitive io.lockstep.parts;

  exports io.lockstep.sm to
      io.lockstep.device.g80,
      io.lockstep.device.nvidia;
  exports io.lockstep.sm.code to
      io.lockstep.device.g80,
      io.lockstep.device.nvidia;
  exports io.lockstep.sm.memory to
      io.lockstep.device.g80,
      io.lockstep.device.nvidia;
  exports io.lockstep.sm.occupancy to
      io.lockstep.device.nvidia;
}
