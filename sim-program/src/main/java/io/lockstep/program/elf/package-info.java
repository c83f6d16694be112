// SPDX-License-Identifier: Apache-2.0
/** What the executable file of a program says. */
package io.lockstep.program.elf;
