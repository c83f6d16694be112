/** How a space is searched: which places are looked at next, given what came of the last ones. */
package io.lockstep.sweep.search.algorithm;
