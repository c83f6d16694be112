/**
 * What guessed and fitted figures leave open: devices are simulated with figures drawn from the
 * ranges of their specifications, figures of one name together, and each time and each ratio of
 * times becomes an interval.
 */
package io.lockstep.explain.uncertainty;
