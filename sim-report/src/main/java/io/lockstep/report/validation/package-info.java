/** The page that compares simulated with published values. */
package io.lockstep.report.validation;
