/** A sweep as a page: what came out, heat maps, lines, fronts, effects. */
package io.lockstep.report.sweep;
