/**
 * Roofs of results: how long each resource of a device needs at its peak rate for what a run used,
 * and the ratio of two times as factors of the largest roofs and of waits.
 */
package io.lockstep.explain.roof;
