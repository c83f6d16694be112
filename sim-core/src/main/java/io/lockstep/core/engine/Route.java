package io.lockstep.core.engine;

/**
 * The ends of a port or a delivery, for reports of wake-ups.
 *
 * @param name path of the receiver, a dot, and its own name
 * @param sender sending component
 * @param receiver receiving component
 * @param latency ticks from sending to arrival
 */
record Route(String name, int sender, int receiver, long latency) {}
