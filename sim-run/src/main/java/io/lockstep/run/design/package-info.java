// SPDX-License-Identifier: Apache-2.0
/** Designs of experiments: points of the unit cube for sweeps and uncertainty analyses. */
package io.lockstep.run.design;
