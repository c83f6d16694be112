// SPDX-License-Identifier: Apache-2.0
/** The parts of a workload file: steps, arguments, buffers, kernel files, expectations. */
package io.lockstep.workload.step;
