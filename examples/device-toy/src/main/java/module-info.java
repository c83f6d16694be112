/** A device from outside: small, but complete. */
module com.example.toy {
  requires io.lockstep.parts;

  provides io.lockstep.spi.DeviceProvider with
      com.example.toy.ToyProvider;
}
