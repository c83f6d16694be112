/** What compute units hold, as a page. */
package io.lockstep.report.occupancy;
