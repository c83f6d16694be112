/**
 * Work-groups on their way from the trace to compute units, by a placement rule within residency.
 */
package io.lockstep.parts.dispatch;
