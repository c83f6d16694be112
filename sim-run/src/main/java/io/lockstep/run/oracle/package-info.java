/** Expectations of workloads from somebody else's hands: pocl, or a file that NumPy has saved. */
package io.lockstep.run.oracle;
