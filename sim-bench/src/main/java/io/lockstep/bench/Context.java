// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import java.nio.file.Path;

/**
 * What a line's measurement may ask for.
 *
 * @param quick fewer and shorter batches
 * @param traces folder of the recorded traces, shared by the processes of one run
 */
record Context(boolean quick, Path traces) {
  Batches batches() {
    return new Batches(quick);
  }
}
