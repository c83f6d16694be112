// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.address;

import io.lockstep.spi.address.AddressAnswer;
import io.lockstep.spi.address.AddressInputs;

/**
 * A buffer resource (V#): 128 bits in four dwords.
 *
 * <p>Sources: gem5 VEGA BufferRsrcDescriptor; CLRX GcnMemHandling, buffer resource format.
 */
final class BufferDescriptor {
  static final String SOURCE = "gem5 VEGA BufferRsrcDescriptor; CLRX GcnMemHandling";

  private final long[] words;

  /**
   * @throws io.lockstep.io.InputException if the descriptor does not describe a buffer
   */
  BufferDescriptor(AddressInputs in) {
    words = in.numbers("words", 4);
    for (int i = 0; i < 4; i++) {
      if (words[i] < 0 || words[i] > 0xFFFF_FFFFL) {
        throw in.wrong("words: dword " + i + " does not fit 32 bits");
      }
    }
    if (type() != 0) {
      throw in.wrong(
          "type (bits 127:126) must be 0, as for every buffer, found "
              + type()
              + ": is this the descriptor of an image or a sampler, or are its dwords swapped?");
    }
  }

  long base() {
    return words[0] | (words[1] & 0xFFFF) << 32;
  }

  long stride() {
    return words[1] >> 16 & 0x3FFF;
  }

  boolean isSwizzled() {
    return (words[1] >> 31 & 1) != 0;
  }

  long records() {
    return words[2];
  }

  long dataFormat() {
    return words[3] >> 15 & 15;
  }

  long element() {
    return 2L << (words[3] >> 19 & 3);
  }

  long indexStride() {
    return 8L << (words[3] >> 21 & 3);
  }

  boolean addsLane() {
    return (words[3] >> 23 & 1) != 0;
  }

  private long type() {
    return words[3] >> 30 & 3;
  }

  /** Returns the stride; if the lane is added, the data format field has its upper bits. */
  long wholeStride() {
    return addsLane() ? stride() | dataFormat() << 14 : stride();
  }

  void answer(AddressAnswer.Builder out) {
    out.address("base", "bits 47:0", base(), SOURCE);
    out.count("stride", "bits 61:48", stride(), SOURCE);
    out.count("cache_swz", "bit 62", words[1] >> 30 & 1, SOURCE);
    out.count("swz", "bit 63", isSwizzled() ? 1 : 0, SOURCE);
    out.count("nrec", "bits 95:64", records(), SOURCE);
    out.count("num_fmt", "bits 110:108", words[3] >> 12 & 7, SOURCE);
    out.count("data_fmt", "bits 114:111", dataFormat(), SOURCE);
    out.count("elem", "2 << bits 116:115", element(), SOURCE);
    out.count("istride", "8 << bits 118:117", indexStride(), SOURCE);
    out.count("add_tid", "bit 119", addsLane() ? 1 : 0, SOURCE);
    out.count("type", "bits 127:126", type(), SOURCE);
    if (addsLane()) {
      out.count(
          "whole stride",
          "data_fmt << 14 | stride, as add_tid is set",
          wholeStride(),
          "gem5 VEGA; Mesa ac_descriptors.c (GFX8 and newer)");
    }
    out.resultAddress("base", base())
        .result("stride", stride())
        .result("cache_swz", words[1] >> 30 & 1)
        .result("swz", isSwizzled() ? 1 : 0)
        .result("nrec", records())
        .result("num_fmt", words[3] >> 12 & 7)
        .result("data_fmt", dataFormat())
        .result("elem", element())
        .result("istride", indexStride())
        .result("add_tid", addsLane() ? 1 : 0)
        .result("type", type());
  }
}
