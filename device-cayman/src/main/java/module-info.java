// SPDX-License-Identifier: Apache-2.0
/** AMD's VLIW4 GPUs: Cayman (HD 6970, 6950). */
module io.lockstep.device.cayman {
  requires io.lockstep.parts;
  requires io.lockstep.terascale;

  provides io.lockstep.spi.DeviceProvider with
      io.lockstep.device.cayman.CaymanProvider;
}
