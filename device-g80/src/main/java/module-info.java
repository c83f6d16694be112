// SPDX-License-Identifier: Apache-2.0
/** NVIDIA Tesla generation: G80, G84, G92, GT200 (compute capability 1.0 to 1.3). */
module io.lockstep.device.g80 {
  requires io.lockstep.sm;

  provides io.lockstep.spi.DeviceProvider with
      io.lockstep.device.g80.TeslaProvider;
}
