/** What a sweep consists of: its points and the plan that gives them, in order. */
package io.lockstep.sweep.point;
