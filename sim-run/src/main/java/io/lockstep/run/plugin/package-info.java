// SPDX-License-Identifier: Apache-2.0
/**
 * Loads jars of device modules and handles faulty ones (docs/plugins.md).
 *
 * <p>A {@link io.lockstep.run.plugin.DeviceFamily} checks every answer of a provider; a fault
 * becomes the failure of one row, with class and method. Families may be used by any thread.
 */
package io.lockstep.run.plugin;
