// SPDX-License-Identifier: Apache-2.0
/** Cycles of issue ports by line of the kernels' source: docs/by-line.md. */
package io.lockstep.observe.line;
