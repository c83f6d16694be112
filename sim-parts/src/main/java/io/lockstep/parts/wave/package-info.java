/** Wavefronts formed from records: paths, lanes, addresses of lanes by class. */
package io.lockstep.parts.wave;
