// SPDX-License-Identifier: Apache-2.0
/**
 * Checks without simulation: which devices could run a kernel, and which of their DRAM channels its
 * accesses reach.
 */
package io.lockstep.inspect.fit;
