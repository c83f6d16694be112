package io.lockstep.fuzz;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;

/**
 * A reader of files with checksums, which would stop at every mutation: an input is what such a
 * file holds, and is sealed before it is read. One thread.
 */
abstract class SealedTarget implements FuzzTarget {
  private final ScratchFile file;

  /**
   * @param file name of the file that is read
   */
  SealedTarget(String file) {
    this.file = new ScratchFile(file);
  }

  /** The file that is read: messages begin with it. */
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
    return true; // numbers, of which there is no dictionary
  }

  /** A file that holds an input. */
  abstract byte[] seal(byte[] input);

  /** The input that a file holds. */
  abstract byte[] unseal(byte[] file);

  /** The files to start from. */
  abstract SortedMap<String, byte[]> recorded(Recordings recordings) throws IOException;

  /** Reads the file; throws where that is a finding. */
  abstract void read();
}
