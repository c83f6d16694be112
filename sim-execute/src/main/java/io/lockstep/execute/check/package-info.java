/**
 * Checks on request: data races, and local memory that is read before it is written; what they look
 * for, and what they found.
 *
 * <p>A {@link io.lockstep.execute.check.CheckLog} keeps findings, bounded in number.
 *
 * <p>The log is thread-safe: it may be printed by another thread than the one that executes.
 */
package io.lockstep.execute.check;
