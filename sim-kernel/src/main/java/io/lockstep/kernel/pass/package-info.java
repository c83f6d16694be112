// SPDX-License-Identifier: Apache-2.0
/**
 * Passes over the portable kernel before it is finished, common to front-ends of different
 * languages. {@link io.lockstep.kernel.pass.Pass} lists them in order.
 */
package io.lockstep.kernel.pass;
