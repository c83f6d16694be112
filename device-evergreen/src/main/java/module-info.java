// SPDX-License-Identifier: Apache-2.0
/**
 * AMD's VLIW5 GPUs: R600 (HD 2900 XT, 2400, 3870), R700 (HD 4870) and Evergreen (HD 5870, 5770,
 * 5450, 6870).
 */
module io.lockstep.device.evergreen {
  requires io.lockstep.parts;
  requires io.lockstep.terascale;

  provides io.lockstep.spi.DeviceProvider with
      io.lockstep.device.evergreen.EvergreenProvider;
}
