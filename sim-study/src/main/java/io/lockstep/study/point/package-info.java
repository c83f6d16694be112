/** Points as values: what one simulation is asked for. */
package io.lockstep.study.point;
