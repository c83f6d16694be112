// SPDX-License-Identifier: Apache-2.0
/** NVIDIA from Volta to Blackwell: compute capability 7.0 to 12.0. */
module io.lockstep.device.nvidia {
  requires io.lockstep.sm;

  provides io.lockstep.spi.DeviceProvider with
      io.lockstep.device.nvidia.NvidiaProvider;
}
