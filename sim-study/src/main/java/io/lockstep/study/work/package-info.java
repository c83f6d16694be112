// SPDX-License-Identifier: Apache-2.0
/** Scheduling and execution of points: a queue, and lanes that are threads or worker processes. */
package io.lockstep.study.work;
