// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.TextureInfo;
import java.util.List;

/** The textures of a launch by their handles. */
final class TextureTable {
  private final TextureSampler[] samplers;

  private final ImageViews views;

  TextureTable(DeviceMemory memory, List<TextureInfo> textures, ImageViews views) {
    this.views = views;
    samplers =
        textures.stream().map(t -> new TextureSampler(memory, t)).toArray(TextureSampler[]::new);
  }

  void begin() {
    for (TextureSampler sampler : samplers) {
      sampler.begin();
    }
  }

  int indexOf(long handle) {
    long index = Address.offset(handle);
    if (handle >>> Address.OFFSET_BITS != Address.TEXTURE_WINDOW || index >= samplers.length) {
      throw new KernelFault("0x" + Long.toHexString(handle) + " is not a texture of this launch");
    }
    return (int) index;
  }

  /** Returns the number of the view of an image through a sampler. */
  int indexOf(long handle, long sampler) {
    int image = indexOf(handle);
    int number = views.number(image, sampler);
    if (number < 0) {
      throw new KernelFault(
          Address.isSampler(sampler)
              ? "reads a texture as an image: pass it as {image: {buffer: ..}}"
              : "0x" + Long.toHexString(sampler) + " is not a sampler");
    }
    return number;
  }

  TextureSampler get(int index) {
    return samplers[index];
  }
}
