/**
 * The discrete-event engine: when events happen, in what order, and through what.
 *
 * <p>A {@link io.lockstep.core.engine.Simulation} is cut into {@link
 * io.lockstep.core.engine.Partition}s; partitions own components and kinds of events; components
 * talk through {@link io.lockstep.core.engine.Port}s. Order, look-ahead, credits and the argument
 * against deadlock are in the module's README.
 */
package io.lockstep.core.engine;
