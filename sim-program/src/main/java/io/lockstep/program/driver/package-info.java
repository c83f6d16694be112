// SPDX-License-Identifier: Apache-2.0
/** Drivers that programs load: their sources, made of tables in part, and the compiler. */
package io.lockstep.program.driver;
