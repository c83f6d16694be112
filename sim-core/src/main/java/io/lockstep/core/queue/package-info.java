// SPDX-License-Identifier: Apache-2.0
/** Queues of events: ticks, phases, and the order of events within a tick. */
package io.lockstep.core.queue;
