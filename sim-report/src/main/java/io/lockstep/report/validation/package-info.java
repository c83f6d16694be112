// SPDX-License-Identifier: Apache-2.0
/** The page that compares simulated with published values. */
package io.lockstep.report.validation;
