/**
 * The portable kernel: typed registers, basic blocks with explicit post-dominators and loops, its
 * verifier, and the analyses that devices ask.
 */
package io.lockstep.kernel.ir;
