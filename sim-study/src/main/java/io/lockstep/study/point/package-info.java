/** Points and requests: simulations as values. */
package io.lockstep.study.point;
