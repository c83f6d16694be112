/**
 * Compute units: group slots, barriers, accounts of issue ports, memory units with their first
 * level.
 */
package io.lockstep.parts.unit;
