// SPDX-License-Identifier: Apache-2.0
/**
 * Contract tests that every device module has to pass: extend {@link io.lockstep.tck.DeviceKit} for
 * all contracts, or single contracts. Tests run on the class path.
 */
package io.lockstep.tck;
