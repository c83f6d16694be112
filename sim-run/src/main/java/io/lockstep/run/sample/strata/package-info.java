// SPDX-License-Identifier: Apache-2.0
/** Strata of a program's launches: which are alike, which are simulated, which warm caches. */
package io.lockstep.run.sample.strata;
