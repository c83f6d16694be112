/** Why times differ, what they depend on and what is open of them, as pages and parts of pages. */
package io.lockstep.report.explain;
