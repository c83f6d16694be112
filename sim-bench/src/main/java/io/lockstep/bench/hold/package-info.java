// SPDX-License-Identifier: Apache-2.0
/**
 * The hold model: take the earliest event, add it again later. Each queue has its own class with
 * its own loop, so that calls stay monomorphic.
 */
package io.lockstep.bench.hold;
