// SPDX-License-Identifier: Apache-2.0
/** Registers, and the steps that compute in them. */
package io.lockstep.execute.arithmetic;
