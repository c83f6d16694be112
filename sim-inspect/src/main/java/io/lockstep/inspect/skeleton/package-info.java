// SPDX-License-Identifier: Apache-2.0
/** Generates the first draft of a workload from a kernel file. */
package io.lockstep.inspect.skeleton;
