// SPDX-License-Identifier: Apache-2.0
/**
 * Hypothetical changes of a recorded program: memory accesses of a source line, or the whole
 * program. Devices replay the changed records without executing the changed program; its results
 * are those of the recorded one.
 */
package io.lockstep.trace.change;
