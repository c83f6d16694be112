// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import java.nio.file.Path;

/**
 * A trace of a program's process.
 *
 * @param file its file
 * @param identity its identity
 * @param verdict what is said of the results, for example {@code wrong: exit 1}
 * @param calls calls of the process
 * @param launches launches of kernels
 * @param instructions work-item instructions
 */
public record RecordedTrace(
    Path file, String identity, String verdict, long calls, long launches, long instructions) {}
