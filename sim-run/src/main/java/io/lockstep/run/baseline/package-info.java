/** Results of an earlier run, read back, and what has changed since. */
package io.lockstep.run.baseline;
