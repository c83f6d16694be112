// SPDX-License-Identifier: Apache-2.0
/** Records what a work-group executes: its paths, and its accesses as runs. */
package io.lockstep.execute.record;
