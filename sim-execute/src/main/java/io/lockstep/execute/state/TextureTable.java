// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import io.lockstep.execute.fault.KernelFault;
import io.lockstep.execute.launch.ImageViews;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Address;
import java.util.List;

/** The textures of a launch by their handles. */
public final class TextureTable {
  private final TextureSampler[] samplers;

  private final ImageViews views;

  TextureTable(DeviceMemory memory, List<TextureInfo> textures, ImageViews views) {
    this.views = views;
    samplers =
        textures.stream().map(t -> new TextureSampler(memory, t)).toArray(TextureSampler[]::new);
  }

  public void begin() {
    for (TextureSampler sampler : samplers) {
      sampler.begin();
    }
  }

  public int indexOf(long handle) {
    long index = Address.offset(handle);
    if (handle >>> Address.OFFSET_BITS != Address.TEXTURE_WINDOW || index >= samplers.length) {
      throw new KernelFault("0x" + Long.toHexString(handle) + " is not a texture of this launch");
    }
    return (int) index;
  }

  /** Returns the number of the view of an image through a sampler. */
  public int indexOf(long handle, long sampler) {
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

  public TextureSampler get(int index) {
    return samplers[index];
  }
}
