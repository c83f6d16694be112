// SPDX-License-Identifier: Apache-2.0
/**
 * Optional checks: data races, and local memory that is read before it is written.
 *
 * <p>A {@link io.lockstep.execute.check.CheckLog} keeps the findings, bounded in number. It is
 * thread-safe, because another thread than the executing one may print it.
 */
package io.lockstep.execute.check;
