// SPDX-License-Identifier: Apache-2.0
/** Pages and sections that explain time differences, sensitivities and uncertainties. */
package io.lockstep.report.explain;
