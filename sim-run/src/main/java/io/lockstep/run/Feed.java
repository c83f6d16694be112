// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

/** How far a device's source is. Any thread may call it while no thread runs the device. */
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

  /** Whether the source has a next item. */
  boolean isReady();

  /** Number of items taken. */
  long position();
}
