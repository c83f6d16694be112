package io.lockstep.core.hardware;

import io.lockstep.core.engine.StateReader;

/** Arrays as state, read into place; their lengths follow from the configuration. */
final class States {
  private States() {}

  static void read(StateReader in, long[] values) {
    long[] saved = in.readLongs();
    in.expect("length of an array", values.length, saved.length);
    System.arraycopy(saved, 0, values, 0, saved.length);
  }

  static void read(StateReader in, int[] values) {
    int[] saved = in.readInts();
    in.expect("length of an array", values.length, saved.length);
    System.arraycopy(saved, 0, values, 0, saved.length);
  }

  static void read(StateReader in, byte[] values) {
    byte[] saved = in.readBytes();
    in.expect("length of an array", values.length, saved.length);
    System.arraycopy(saved, 0, values, 0, saved.length);
  }
}
