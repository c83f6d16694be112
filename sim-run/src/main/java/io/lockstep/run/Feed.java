// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

/** Progress of a device's source. Any thread may use it while no thread runs the device. */
interface Feed {
  /** A source that never starves. */
  Feed ENDLESS =
      new Feed() {
        @Override
        public boolean isReady() {
          return true;
        }

        @Override
        public long position() {
          return 0;
        }
      };

  /** Returns whether the next item is available. */
  boolean isReady();

  /** Returns the number of items read so far. */
  long position();
}
