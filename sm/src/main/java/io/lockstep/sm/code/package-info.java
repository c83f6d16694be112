// SPDX-License-Identifier: Apache-2.0
/** The machine code that a multiprocessor executes. */
package io.lockstep.sm.code;
