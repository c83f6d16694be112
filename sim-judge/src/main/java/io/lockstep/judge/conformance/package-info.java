// SPDX-License-Identifier: Apache-2.0
/**
 * Conformance checks: generated microbenchmarks verify that a model shows the values that its
 * specification declares or that were published.
 */
package io.lockstep.judge.conformance;
