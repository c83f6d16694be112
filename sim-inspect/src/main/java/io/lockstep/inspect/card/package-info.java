/** The workload's card: what a kernel is and what its launches did, apart from any device. */
package io.lockstep.inspect.card;
