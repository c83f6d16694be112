// SPDX-License-Identifier: Apache-2.0
/**
 * Runs unmodified programs: a driver in the program's process sends its calls over a socket, the
 * server executes its kernels and records everything in a trace.
 */
package io.lockstep.program;
