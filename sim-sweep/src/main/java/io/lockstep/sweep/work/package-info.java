// SPDX-License-Identifier: Apache-2.0
/**
 * Execution of sweeps: a driver finds the missing points and distributes them to threads or
 * processes, which may die at any time without loss.
 */
package io.lockstep.sweep.work;
