/** Results of workloads on devices, side by side on a page. */
package io.lockstep.report.compare;
