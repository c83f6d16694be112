// SPDX-License-Identifier: Apache-2.0
/**
 * What a launch needs besides its arguments: names, limits, notices, images, launches by other
 * runtimes.
 */
package io.lockstep.workload.launch;
