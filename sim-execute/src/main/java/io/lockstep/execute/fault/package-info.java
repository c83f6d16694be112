// SPDX-License-Identifier: Apache-2.0
/** Errors of kernels at run time. */
package io.lockstep.execute.fault;
