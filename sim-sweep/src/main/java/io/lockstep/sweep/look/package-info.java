/** What a sweep has found: best points, fronts, what changed, what each axis does. */
package io.lockstep.sweep.look;
