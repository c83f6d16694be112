/**
 * Validation: suites of published figures as data, what simulations make of them, and scores beside
 * two null models. Names no device.
 */
package io.lockstep.judge.validation;
