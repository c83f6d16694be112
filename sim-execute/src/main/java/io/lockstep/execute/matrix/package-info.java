// SPDX-License-Identifier: Apache-2.0
/** Steps of matrix instructions, and the sums of tensor cores. */
package io.lockstep.execute.matrix;
