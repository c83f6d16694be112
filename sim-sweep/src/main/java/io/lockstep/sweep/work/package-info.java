/**
 * Who computes the points of a sweep: a driver that finds what is missing and hands it out, threads
 * or processes that compute it, and what happens where one of them dies.
 */
package io.lockstep.sweep.work;
