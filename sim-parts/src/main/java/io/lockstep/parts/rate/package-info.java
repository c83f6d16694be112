/** Bandwidth as exact fractions of ticks. */
package io.lockstep.parts.rate;
