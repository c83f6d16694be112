// SPDX-License-Identifier: Apache-2.0
/** Pages about address computations. */
package io.lockstep.report.address;
