/** Workload x device to result. */
package io.lockstep.run;
