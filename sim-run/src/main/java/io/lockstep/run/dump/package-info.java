// SPDX-License-Identifier: Apache-2.0
/** Buffers of a workload in files, written in several formats and read from NumPy arrays. */
package io.lockstep.run.dump;
