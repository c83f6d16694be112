/**
 * The portable kernel: typed registers, basic blocks with explicit post-dominators and loops, its
 * verifier, and analyses for devices.
 */
package io.lockstep.kernel.ir;
