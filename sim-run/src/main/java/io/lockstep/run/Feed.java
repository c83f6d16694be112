package io.lockstep.run;

/** How far a device's source is; asked by any thread, while none runs the device. */
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

  /** Whether the device could go on. */
  boolean isReady();

  /** How many items it has taken. */
  long position();
}
