// SPDX-License-Identifier: Apache-2.0
/**
 * Results, kernel cards, devices and comparisons as JSON and CSV. Names are stable and only added
 * to (docs/schemas).
 */
package io.lockstep.run.format;
