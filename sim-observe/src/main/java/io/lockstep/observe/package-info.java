// SPDX-License-Identifier: Apache-2.0
/** Observation of simulations: timelines, interval series, fingerprint files. */
package io.lockstep.observe;
