// SPDX-License-Identifier: Apache-2.0
/**
 * Address spaces of a family, as questions and answers: how an address, a descriptor or a limit is
 * computed, step by step. Simulations do not depend on it.
 */
package io.lockstep.spi.address;
