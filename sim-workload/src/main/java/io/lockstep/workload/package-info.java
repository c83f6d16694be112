/** Workload files: the host program, its buffers and what must come out. */
package io.lockstep.workload;
