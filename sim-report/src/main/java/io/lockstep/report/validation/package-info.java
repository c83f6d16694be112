/** Published figures beside simulated ones, as a page. */
package io.lockstep.report.validation;
