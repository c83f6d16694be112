/**
 * JMH benchmarks for detailed analysis: {@code ./lockstep-bench jmh -prof gc}. Requirements are
 * checked by {@code lockstep-bench engine}, not here.
 */
package io.lockstep.bench.jmh;
