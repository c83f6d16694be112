// SPDX-License-Identifier: Apache-2.0
/**
 * Device memory: sparse buffers whose pages are created when they are touched, and move to a file
 * when the memory budget is spent.
 */
package io.lockstep.execute.memory;
