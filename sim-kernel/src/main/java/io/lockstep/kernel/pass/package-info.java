/**
 * Passes over the portable kernel before it is finished: what front-ends for different languages
 * need alike. {@link io.lockstep.kernel.pass.Pass} lists them in their order.
 */
package io.lockstep.kernel.pass;
