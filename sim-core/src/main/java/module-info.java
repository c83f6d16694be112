/** The discrete-event engine, and nothing of what it simulates. */
module io.lockstep.core {
  requires com.lmax.disruptor;

  exports io.lockstep.core.engine;
}
