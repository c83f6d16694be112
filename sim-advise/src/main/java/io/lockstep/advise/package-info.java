// SPDX-License-Identifier: Apache-2.0
/** Advice: what a programmer should change in a kernel, and how much faster it would become. */
package io.lockstep.advise;
