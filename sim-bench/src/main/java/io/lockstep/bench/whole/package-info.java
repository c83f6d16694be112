// SPDX-License-Identifier: Apache-2.0
/**
 * The whole engine under a synthetic model: eight kinds of events, each of which schedules one
 * more.
 */
package io.lockstep.bench.whole;
