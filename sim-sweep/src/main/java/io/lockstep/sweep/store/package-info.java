// SPDX-License-Identifier: Apache-2.0
/** Durable storage of the outcomes of points in append-only segments. */
package io.lockstep.sweep.store;
