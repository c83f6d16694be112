// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import java.nio.file.Path;

/**
 * The context in which lines are measured.
 *
 * @param quick whether to run less often
 * @param traces folder of the recorded traces, shared by the processes of one run
 */
record Context(boolean quick, Path traces) {}
