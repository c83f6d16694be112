package io.lockstep.core.engine;

/**
 * Where a port or a delivery leads, for whoever reports what woke whom.
 *
 * @param name path of the receiver, a dot, and its own name
 * @param sender component that sends
 * @param receiver component that receives
 * @param latency ticks that a message, and a credit, travels
 */
record Route(String name, int sender, int receiver, long latency) {}
