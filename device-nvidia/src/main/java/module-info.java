// SPDX-License-Identifier: Apache-2.0
/** NVIDIA Volta, Turing, Ampere and Hopper: compute capability 7.0 to 9.0. */
module io.lockstep.device.nvidia {
  requires io.lockstep.lower;
  requires io.lockstep.parts;

  provides io.lockstep.spi.DeviceProvider with
      io.lockstep.device.nvidia.NvidiaProvider;
}
