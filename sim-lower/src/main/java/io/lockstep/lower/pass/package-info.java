// SPDX-License-Identifier: Apache-2.0
/** Passes on portable and on machine code. */
package io.lockstep.lower.pass;
