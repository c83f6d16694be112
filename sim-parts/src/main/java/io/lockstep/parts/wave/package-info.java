/**
 * Wavefronts formed from records: paths, lanes, addresses of lanes by class.
 *
 * <p>{@link io.lockstep.parts.wave.Wavefronts} walk the control paths of a record at a device's own
 * width; {@link io.lockstep.parts.wave.LaneAddresses} give the addresses of a memory operation.
 * Both belong to one compute unit.
 */
package io.lockstep.parts.wave;
