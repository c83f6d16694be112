/**
 * The event engine, the hardware parts every device shares, and what a device module implements.
 */
module io.lockstep.core {
  requires transitive io.lockstep.trace;
  requires com.lmax.disruptor;

  exports io.lockstep.core.engine;
  exports io.lockstep.core.device;
  exports io.lockstep.core.hardware;
  exports io.lockstep.core.stats;

  uses io.lockstep.core.device.DeviceProvider;
}
