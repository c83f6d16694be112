/** Pages about address computations. */
package io.lockstep.report.address;
