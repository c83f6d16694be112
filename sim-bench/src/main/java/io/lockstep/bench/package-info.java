/**
 * Measures the engine against its demands and its peers. On the class path; not part of the
 * product.
 */
package io.lockstep.bench;
