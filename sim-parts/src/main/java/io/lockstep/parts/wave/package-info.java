// SPDX-License-Identifier: Apache-2.0
/**
 * Wavefronts formed from records: paths, lanes and addresses of lanes.
 *
 * <p>{@link io.lockstep.parts.wave.Wavefronts} follows the control paths of a record at a device's
 * own width and computes the addresses of memory operations. It belongs to one compute unit.
 */
package io.lockstep.parts.wave;
