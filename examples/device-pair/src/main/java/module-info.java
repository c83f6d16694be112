/** A device from outside: small, but complete. */
module com.example.pair {
  requires io.lockstep.parts;

  provides io.lockstep.spi.DeviceProvider with
      com.example.pair.PairProvider;
}
