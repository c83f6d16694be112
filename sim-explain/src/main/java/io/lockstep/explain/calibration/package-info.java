// SPDX-License-Identifier: Apache-2.0
/**
 * Search for the single figure of a device whose miscalibration best explains the errors of a
 * validation suite.
 */
package io.lockstep.explain.calibration;
