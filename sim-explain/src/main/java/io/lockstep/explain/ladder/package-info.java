// SPDX-License-Identifier: Apache-2.0
/**
 * Bottleneck decomposition: the cost of each part that keeps a device from its peak, found by
 * simulating devices with ideal parts. Applies to devices of any families.
 */
package io.lockstep.explain.ladder;
