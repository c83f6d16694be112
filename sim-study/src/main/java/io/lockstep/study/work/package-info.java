/** Who computes which point next: a queue, its workers, and lanes that are threads or processes. */
package io.lockstep.study.work;
