// SPDX-License-Identifier: Apache-2.0
/** Arithmetic on single values, bit for bit as instruction sets define it. */
package io.lockstep.execute.number;
