/**
 * Conformance checks: generated microbenchmarks verify that a model shows the values that its
 * specification declares or that were published.
 */
package io.lockstep.judge.conformance;
