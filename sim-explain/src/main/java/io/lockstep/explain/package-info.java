/**
 * Explains the ratio of two times by simulation: the devices between two devices are run, and each
 * group of figures gets its share of the logarithm.
 */
package io.lockstep.explain;
