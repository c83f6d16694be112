/**
 * Searches: which points of a sweep file are the best, found without computing all of them. Every
 * evaluation is a point of a sweep's folder.
 */
package io.lockstep.sweep.search;
