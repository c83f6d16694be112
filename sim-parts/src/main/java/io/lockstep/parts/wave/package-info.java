/**
 * Wavefronts formed from records: paths, lanes and addresses of lanes.
 *
 * <p>{@link io.lockstep.parts.wave.Wavefronts} follow the control paths of a record at a device's
 * own width; {@link io.lockstep.parts.wave.LaneAddresses} compute the addresses of a memory
 * operation. Both belong to one compute unit.
 */
package io.lockstep.parts.wave;
