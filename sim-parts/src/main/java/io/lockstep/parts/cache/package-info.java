/**
 * Tags with sectors, and tables of misses with those who wait. No part knows a device.
 *
 * <p>A {@link io.lockstep.parts.cache.SectoredCache} holds tags without data, a {@link
 * io.lockstep.parts.cache.MissTable} the lines that are under way, a {@link
 * io.lockstep.parts.cache.FirstLevel} both for one unit.
 *
 * <p>They belong to the component that owns them and its simulation's thread; their state is saved
 * with it.
 */
package io.lockstep.parts.cache;
