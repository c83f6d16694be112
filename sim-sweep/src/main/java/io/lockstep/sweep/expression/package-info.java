/** Expressions of sweep files: conditions, variables, objectives. */
package io.lockstep.sweep.expression;
