// SPDX-License-Identifier: Apache-2.0
/** Texts that a program compiles while it runs. */
package io.lockstep.program.compile;
