/** Buffers of a workload in files: written in several formats, NumPy's read too. */
package io.lockstep.run.dump;
