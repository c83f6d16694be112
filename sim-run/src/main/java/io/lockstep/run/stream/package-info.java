// SPDX-License-Identifier: Apache-2.0
/** Streams of a host: order of operations, transfers, and when each one starts and ends. */
package io.lockstep.run.stream;
