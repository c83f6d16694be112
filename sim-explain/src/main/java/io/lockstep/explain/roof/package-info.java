// SPDX-License-Identifier: Apache-2.0
/**
 * Roofs of results: the time that each resource of a device needs at its peak rate for the amount
 * that a run used. Ratios of times are factors of the largest roofs and of waits.
 */
package io.lockstep.explain.roof;
