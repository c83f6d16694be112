// SPDX-License-Identifier: Apache-2.0
/** Sets of work-items that execute together, and what a compiled step does with one. */
package io.lockstep.execute.lane;
