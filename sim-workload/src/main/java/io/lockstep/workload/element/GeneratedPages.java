// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.element;

import io.lockstep.execute.memory.PageFiller;

/** Fills pages of device memory with a generator's elements. */
public final class GeneratedPages implements PageFiller {
  private static final int CHUNK = 1024;

  private final Elements elements;
  private final int bytes;
  private final long[] bits = new long[CHUNK];

  public GeneratedPages(Elements elements, ElementType type) {
    this.elements = elements;
    this.bytes = type.bytes();
  }

  @Override
  public void fill(long offset, byte[] page, int length) {
    long first = offset / bytes;
    int count = length / bytes;
    for (int done = 0; done < count; ) {
      int n = Math.min(CHUNK, count - done);
      elements.bits(first + done, n, bits);
      LittleEndian.put(bits, n, page, done * bytes, bytes);
      done += n;
    }
  }
}
