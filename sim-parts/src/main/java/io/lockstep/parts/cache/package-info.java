// SPDX-License-Identifier: Apache-2.0
/**
 * Cache tags with sectors, and miss tables with waiting references; independent of devices.
 *
 * <p>A {@link io.lockstep.parts.cache.SectoredCache} holds tags without data, a {@link
 * io.lockstep.parts.cache.MissTable} the outstanding lines, a {@link
 * io.lockstep.parts.cache.FirstLevel} both for one unit. They belong to their owning component and
 * its simulation's thread.
 */
package io.lockstep.parts.cache;
