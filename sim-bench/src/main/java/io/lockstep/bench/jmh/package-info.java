/** JMH benchmarks: {@code ./lockstep-bench jmh -prof gc}. For looking closer; the table decides. */
package io.lockstep.bench.jmh;
