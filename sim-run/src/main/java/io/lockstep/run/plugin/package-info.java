/**
 * Jars of device modules: how they are loaded, and what a wrong one comes to (docs/plugins.md).
 *
 * <p>A {@link io.lockstep.run.plugin.DeviceFamily} stands between the run and a provider: it looks
 * at every answer, and a fault becomes that row's failure with class and method. Families are
 * immutable and may be asked by any thread.
 */
package io.lockstep.run.plugin;
