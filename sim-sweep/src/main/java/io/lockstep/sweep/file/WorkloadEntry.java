// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import java.nio.file.Path;

/**
 * A workload of a sweep, or a pattern that matches several workloads.
 *
 * @param folder base of a relative path
 * @param own quantities varied for this workload in addition to the quantities varied for all
 *     workloads
 */
public record WorkloadEntry(Item file, Path folder, SweepSection own) {}
