// SPDX-License-Identifier: Apache-2.0
/** Sensitivity analysis: how the time of a kernel depends on each figure of its device. */
package io.lockstep.explain.sensitivity;
