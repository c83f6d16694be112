// SPDX-License-Identifier: Apache-2.0
/** Expectations of workloads from an oracle: pocl, or a file saved by NumPy. */
package io.lockstep.run.oracle;
