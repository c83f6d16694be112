/** The points of a sweep file: looked up, combined, drawn, one after another. */
package io.lockstep.sweep.plan;
