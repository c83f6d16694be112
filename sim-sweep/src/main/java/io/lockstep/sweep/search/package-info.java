// SPDX-License-Identifier: Apache-2.0
/**
 * Search for the best points of a sweep file without computing all of them. Every evaluation is
 * stored as points of a sweep folder.
 */
package io.lockstep.sweep.search;
