/** What came out of points: written once, found again whatever happened in between. */
package io.lockstep.sweep.store;
