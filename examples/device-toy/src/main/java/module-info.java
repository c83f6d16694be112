/** A device from outside: small, but complete. */
module com.example.toy {
  requires io.lockstep.core;

  provides io.lockstep.core.device.DeviceProvider with
      com.example.toy.ToyProvider;
}
