/** Whole engines under one synthetic model: eight kinds of events, each scheduling one more. */
package io.lockstep.bench.whole;
