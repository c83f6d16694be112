/**
 * Sentences about factors: each rule looks at one statistic before and after the change, and speaks
 * where that moved as the time did. No factor has a cause from the start.
 */
package io.lockstep.explain.sentence;
