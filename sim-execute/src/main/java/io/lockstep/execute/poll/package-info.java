// SPDX-License-Identifier: Apache-2.0
/** Polls: loads and atomics that wait for another work-group, and the words that they read. */
package io.lockstep.execute.poll;
