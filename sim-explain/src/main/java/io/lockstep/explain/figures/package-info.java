/**
 * Two specifications of one schema, the figures in which they differ by groups, and the
 * specifications between them.
 */
package io.lockstep.explain.figures;
