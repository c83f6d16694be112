/** Designs of experiments: points of the unit cube that sweeps and uncertainty analyses draw. */
package io.lockstep.run.design;
