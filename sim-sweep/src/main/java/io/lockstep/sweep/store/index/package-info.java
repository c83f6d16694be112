// SPDX-License-Identifier: Apache-2.0
/**
 * The index of a sweep's segments: an SQLite database for queries, which can be rebuilt from the
 * segments at any time.
 *
 * <p>The entry point is {@link io.lockstep.sweep.store.index.SweepStore}. Processes that only
 * simulate do not load this package.
 */
package io.lockstep.sweep.store.index;
