// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;

/**
 * A reader of files with checksums. Since checksums would reject every mutation, an input is the
 * contents of a file, and checksums are added before reading.
 */
abstract class SealedTarget implements FuzzTarget {
  private final ScratchFile file;

  SealedTarget(String file) {
    this.file = new ScratchFile(file);
  }

  final Path path() {
    return file.path();
  }

  @Override
  public final void run(byte[] input) {
    file.write(seal(input));
    read();
  }

  @Override
  public final SortedMap<String, byte[]> seeds(Path root, int most) throws IOException {
    SortedMap<String, byte[]> seeds = recorded(Recordings.of(root));
    seeds.replaceAll((name, recorded) -> unseal(recorded));
    seeds.values().removeIf(bytes -> bytes.length > most);
    return seeds;
  }

  @Override
  public final boolean tracesComparisons() {
    return true; // inputs are numbers, for which there is no dictionary
  }

  /** Converts an input to a file. */
  abstract byte[] seal(byte[] input);

  /** Converts a file to an input. */
  abstract byte[] unseal(byte[] file);

  abstract SortedMap<String, byte[]> recorded(Recordings recordings) throws IOException;

  /** Reads the file; any exception is a finding. */
  abstract void read();
}
