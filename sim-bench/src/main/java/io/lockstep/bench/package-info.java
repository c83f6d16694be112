// SPDX-License-Identifier: Apache-2.0
/**
 * Measures the engine against its requirements and other implementations. Not part of the product.
 */
package io.lockstep.bench;
