// SPDX-License-Identifier: Apache-2.0
/**
 * Cards of kernels: their static properties and exact counts of their launches, independent of
 * devices.
 */
package io.lockstep.inspect.card;
