// SPDX-License-Identifier: Apache-2.0
/** The table of instructions: which forms are supported, and which are refused. */
package io.lockstep.frontend.ptx.table;
