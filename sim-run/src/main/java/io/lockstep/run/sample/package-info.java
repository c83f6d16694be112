// SPDX-License-Identifier: Apache-2.0
/**
 * Sampling within a launch: windows of work-groups are simulated, the gaps between them are
 * estimated.
 */
package io.lockstep.run.sample;
