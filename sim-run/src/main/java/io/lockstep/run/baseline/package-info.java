// SPDX-License-Identifier: Apache-2.0
/** Results of an earlier run, and their comparison with current results. */
package io.lockstep.run.baseline;
