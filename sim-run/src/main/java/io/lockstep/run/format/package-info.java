// SPDX-License-Identifier: Apache-2.0
/**
 * Results, kernel cards, devices and comparisons as JSON and CSV. Names are stable; new names may
 * be added (docs/schemas).
 */
package io.lockstep.run.format;
