// SPDX-License-Identifier: Apache-2.0
/** Finished machine code: rows, their origins in the portable kernel, listing, arrays by row. */
package io.lockstep.lower.rows;
