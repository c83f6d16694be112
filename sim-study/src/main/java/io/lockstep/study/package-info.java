/**
 * Many simulations that belong together: what each is asked for, how they share one execution and
 * all cores, and where their results are kept.
 */
package io.lockstep.study;
