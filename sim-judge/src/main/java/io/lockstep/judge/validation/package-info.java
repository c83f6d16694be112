// SPDX-License-Identifier: Apache-2.0
/**
 * Validation: suites of published values, their simulation, and scores beside two null models. The
 * code names no device; suites are data.
 */
package io.lockstep.judge.validation;
