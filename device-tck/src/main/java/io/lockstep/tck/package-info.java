/**
 * Contract tests that every device module has to pass: extend {@link io.lockstep.tck.DeviceKit} for
 * all of them, or single contracts. Tests run on a class path.
 */
package io.lockstep.tck;
