// SPDX-License-Identifier: Apache-2.0
/** Search algorithms, which propose the places to evaluate next from the results so far. */
package io.lockstep.sweep.search.algorithm;
