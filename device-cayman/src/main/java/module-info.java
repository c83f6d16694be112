/** AMD's VLIW4 GPUs: Cayman (HD 6970, 6950). */
module io.lockstep.device.cayman {
  requires io.lockstep.core;
  requires io.lockstep.terascale;

  provides io.lockstep.core.device.DeviceProvider with
      io.lockstep.device.cayman.CaymanProvider;
}
