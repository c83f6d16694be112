// SPDX-License-Identifier: Apache-2.0
/** Stores of results, by the key of their requests. */
package io.lockstep.study.store;
