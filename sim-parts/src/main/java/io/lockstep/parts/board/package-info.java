// SPDX-License-Identifier: Apache-2.0
/**
 * The complete machine, assembled from parts: partitions, dispatcher, compute units, memory side.
 *
 * <p>Parts are independent of devices: sizes, rates, latencies, address maps and placement are
 * passed as small immutable records and interfaces. State is in primitive arrays. {@code
 * sim-parts/README.md} explains how the parts interact and why they cannot deadlock.
 */
package io.lockstep.parts.board;
