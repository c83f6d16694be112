// SPDX-License-Identifier: Apache-2.0
/** Analyses of kernels: verification, control flow, liveness, uniformity, loops that poll. */
package io.lockstep.kernel.analysis;
